/** A picture in shades of grey, row after row, a byte a pixel. */
export type Grey = { pixels: Uint8Array; width: number; height: number }

/** Edges in pixels; `right` and `bottom` lie outside. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** The least difference between neighbours at the edge of a letter; the noise of compression is below it. */
const EDGE = 40
const GAP = 9
const HEIGHT = { min: 6, max: 80 }
/** Of width to height: shapes that are less wide, such as icons, look alike everywhere. */
const MIN_ASPECT = 1.5

/** Where pieces of text are, whatever their colour: connected edges, joined over the gaps between letters. */
export function textBoxes(picture: Grey): Box[] {
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
