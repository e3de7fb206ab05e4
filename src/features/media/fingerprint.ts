/** The pixels that a picture is resized to before, so that its text has nearly the same size, from whatever size it comes. */
export const FINGERPRINT_PIXELS = 640_000
/** A fingerprint's positions are of 16 bits, in sixteenths of a pixel. */
const MAX_SIDE = 4_000
const UNIT = 16

export const ROWS = 4
export const COLUMNS = 64
const CELLS = ROWS * COLUMNS
/** Its left, top, right and bottom edge, and half a byte a cell. */
export const TEXT_BYTES = 8 + CELLS / 2
const MAX_TEXTS = 64

const NOISE = 12

/** What is written in a picture, and where: TEXT_BYTES for each of the 64 widest texts. Compared by `payments/receipts/likeness.ts`. */
export function fingerprintOf(picture: Grey): Buffer {
  if (Math.max(picture.width, picture.height) > MAX_SIDE) return Buffer.alloc(0)
  const byWidth = textBoxes(picture).toSorted((a, b) => b.right - b.left - (a.right - a.left))
  return Buffer.concat(byWidth.slice(0, MAX_TEXTS).flatMap((box) => describe(picture, box) ?? []))
}

type Ink = { values: Float32Array; width: number; height: number }

/** Edges are where a share of the ink begins and ends: they move by fractions of a pixel when a picture is resized or compressed. */
function describe(picture: Grey, box: Box): Buffer | null {
  const around = widened(box, picture)
  const ink = inkIn(picture, around)
  const total = ink.values.reduce((sum, value) => sum + value, 0)
  if (total === 0) return null
  const [columns, rows] = profiles(ink)
  const text = {
    left: quantile(columns, total * 0.02),
    top: quantile(rows, total * 0.05),
    right: quantile(columns, total * 0.98),
    bottom: quantile(rows, total * 0.95),
  }
  const cells = cellsOf(ink, text)
  const mean = cells.reduce((sum, cell) => sum + cell, 0) / CELLS
  const bytes = Buffer.alloc(TEXT_BYTES)
  const { left, top } = around
  const edges = [left + text.left, top + text.top, left + text.right, top + text.bottom]
  edges.forEach((edge, n) => bytes.writeUInt16LE(Math.round(edge * UNIT), n * 2))
  cells.forEach((cell, n) => {
    bytes[8 + (n >> 1)]! |= Math.min(15, Math.round((cell / mean) * 5)) << (n % 2 ? 4 : 0)
  })
  return bytes
}

function widened({ left, top, right, bottom }: Box, { width, height }: Grey): Box {
  const margin = 2
  return {
    left: Math.max(0, left - margin),
    top: Math.max(0, top - margin),
    right: Math.min(width, right + margin),
    bottom: Math.min(height, bottom + margin),
  }
}

function inkIn({ pixels, width }: Grey, { left, top, right, bottom }: Box): Ink {
  const row = (y: number) => pixels.subarray(y * width + left, y * width + right)
  const around = [...row(top), ...row(bottom - 1)].toSorted((a, b) => a - b)
  const background = around[around.length >> 1]!
  const ink = {
    values: new Float32Array((right - left) * (bottom - top)),
    width: right - left,
    height: bottom - top,
  }
  let at = 0
  for (let y = top; y < bottom; y++) {
    for (const pixel of row(y)) ink.values[at++] = Math.max(0, Math.abs(pixel - background) - NOISE)
  }
  return ink
}

function profiles({ values, width, height }: Ink): [Float32Array, Float32Array] {
  const columns = new Float32Array(width)
  const rows = new Float32Array(height)
  values.forEach((value, at) => {
    columns[at % width]! += value
    rows[Math.floor(at / width)]! += value
  })
  return [columns, rows]
}

/** The position, between pixels, before which lies so much. */
function quantile(profile: Float32Array, share: number): number {
  let before = 0
  for (let n = 0; n < profile.length; n++) {
    if (before + profile[n]! >= share) return n + (share - before) / profile[n]!
    before += profile[n]!
  }
  return profile.length
}

function cellsOf(ink: Ink, { left, top, right, bottom }: Box): Float32Array {
  const wide = (right - left) / COLUMNS
  const tall = (bottom - top) / ROWS
  return Float32Array.from({ length: CELLS }, (_, n) => {
    const x = left + (n % COLUMNS) * wide
    const y = top + Math.floor(n / COLUMNS) * tall
    return inkWithin(ink, { left: x, top: y, right: x + wide, bottom: y + tall })
  })
}

/** Pixels at the edges count by the part of them that lies inside. */
function inkWithin({ values, width, height }: Ink, { left, top, right, bottom }: Box): number {
  let sum = 0
  for (let y = Math.floor(top); y < Math.min(height, bottom); y++) {
    const tall = Math.min(y + 1, bottom) - Math.max(y, top)
    for (let x = Math.floor(left); x < Math.min(width, right); x++) {
      sum += values[y * width + x]! * tall * (Math.min(x + 1, right) - Math.max(x, left))
    }
  }
  return sum
}

/** A picture in shades of grey, row after row, a byte a pixel. */
type Grey = { pixels: Uint8Array; width: number; height: number }

/** Edges in pixels; `right` and `bottom` lie outside. */
type Box = { left: number; top: number; right: number; bottom: number }

/** The least difference between neighbours at the edge of a letter; the noise of compression is below it. */
const EDGE = 40
const GAP = 9
const HEIGHT = { min: 6, max: 80 }
/** Of width to height: shapes that are less wide, such as icons, look alike everywhere. */
const MIN_ASPECT = 1.5

/** Where pieces of text are, whatever their colour: connected edges, joined over the gaps between letters. */
function textBoxes(picture: Grey): Box[] {
  const { width, height } = picture
  return connected(picture).filter(({ left, top, right, bottom }) => {
    const tall = bottom - top
    const isText = tall >= HEIGHT.min && tall <= HEIGHT.max && right - left >= MIN_ASPECT * tall
    return isText && left > 1 && top > 1 && right < width - 1 && bottom < height - 1
  })
}

type Run = { from: number; to: number; set: number }

function connected(picture: Grey): Box[] {
  const boxes: Box[] = []
  const parents: number[] = []
  let above: Run[] = []
  for (let y = 1; y < picture.height - 1; y++) {
    const runs = runsOf(picture, y)
    let first = 0
    for (const run of runs) {
      const set = boxes.push({ left: run.from, top: y, right: run.to, bottom: y + 1 }) - 1
      parents.push(set)
      run.set = set
      while (first < above.length && above[first]!.to <= run.from) first++
      for (let n = first; n < above.length && above[n]!.from < run.to; n++) join(above[n]!.set, set)
    }
    above = runs
  }
  return boxes.filter((_, n) => parents[n] === n)

  function join(one: number, other: number) {
    const [a, b] = [rootOf(one), rootOf(other)]
    if (a === b) return
    parents[b] = a
    const [into, from] = [boxes[a]!, boxes[b]!]
    into.left = Math.min(into.left, from.left)
    into.top = Math.min(into.top, from.top)
    into.right = Math.max(into.right, from.right)
    into.bottom = Math.max(into.bottom, from.bottom)
  }

  function rootOf(set: number): number {
    let root = set
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!
    return root
  }
}

/** The stretches of a row that have edges, and gaps of at most GAP. */
function runsOf({ pixels, width }: Grey, y: number): Run[] {
  const runs: Run[] = []
  for (let x = 1; x < width - 1; x++) {
    const at = y * width + x
    const across = Math.abs(pixels[at + 1]! - pixels[at - 1]!)
    const down = Math.abs(pixels[at + width]! - pixels[at - width]!)
    if (across + down < EDGE) continue
    const last = runs.at(-1)
    if (last && x - last.to <= GAP) last.to = x + 1
    else runs.push({ from: x, to: x + 1, set: 0 })
  }
  return runs
}
