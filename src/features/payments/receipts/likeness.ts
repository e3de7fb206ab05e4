import { COLUMNS, ROWS, TEXT_BYTES } from '../../media/fingerprint.ts'

/** A piece of text of a receipt: its position in pixels, and its ink in ROWS × COLUMNS cells. */
type Text = { left: number; top: number; width: number; height: number; cells: Uint8Array }

/**
 * Receipts of one bank differ in a few digits alone, which a hash of the whole picture does not show. So their texts are compared
 * one by one: a re-encoded, resized or cropped receipt has all of them, each the same to the last digit. The limits are from
 * `bench/receipts.ts`, which has the misses and the false alarms.
 */

/** Texts of which no part differs by more say the same. */
const SAME = 0.35
/** What compression adds to the difference of a part, and the sum of the rest from which two receipts are different ones. */
const TOLERANCE = 0.2
const MAX_DIFFERENCE = 1
/** The share of the texts that must be found in the other picture, and the fewest that are compared. */
const MIN_FOUND = 0.75
const MIN_TEXTS = 6
/** The logarithm of how much the proportions of one text differ between two pictures, and a share of its height by which its edges do. */
const MAX_STRETCH = 0.16
const MAX_SHIFT = 0.35

export function isAlike(one: Buffer, other: Buffer): boolean {
  const [mine, theirs] = [textsOf(one), textsOf(other)]
  if (Math.min(mine.length, theirs.length) < MIN_TEXTS) return false
  const place = placement(mine, theirs)
  if (!place) return false
  let found = 0
  let difference = 0
  for (const text of mine) {
    const expected = place(text)
    const near = theirs.filter((candidate) => overlaps(expected, candidate))
    if (near.some((candidate) => largestDifference(text, candidate) < SAME)) found++
    if (near.some((candidate) => coincides(expected, candidate)))
      difference += Math.min(...near.map((candidate) => excessOf(text, candidate)))
  }
  return found >= MIN_FOUND * Math.min(mine.length, theirs.length) && difference < MAX_DIFFERENCE
}

function textsOf(fingerprint: Buffer): Text[] {
  return Array.from({ length: Math.floor(fingerprint.length / TEXT_BYTES) }, (_, n) => {
    const bytes = fingerprint.subarray(n * TEXT_BYTES, (n + 1) * TEXT_BYTES)
    const edge = (at: number) => bytes.readUInt16LE(at * 2) / 16
    const [left, top] = [edge(0), edge(1)]
    const cells = Uint8Array.from({ length: ROWS * COLUMNS }, (_, cell) => {
      return (bytes[8 + (cell >> 1)]! >> (cell % 2 ? 4 : 0)) & 15
    })
    return { left, top, width: edge(2) - left, height: edge(3) - top, cells }
  })
}

type Place = Omit<Text, 'cells'>

/** Where a text of one picture is in the other, by the texts that both have; null where they have hardly any in common. */
function placement(mine: Text[], theirs: Text[]): ((text: Text) => Place) | null {
  const pairs = mine.flatMap((a) => {
    const similar = theirs.filter(
      (b) => Math.abs(Math.log((a.width * b.height) / (b.width * a.height))) < MAX_STRETCH,
    )
    const same = similar
      .map((b) => ({ a, b, difference: largestDifference(a, b) }))
      .filter(({ difference }) => difference < SAME)
    return same.toSorted((x, y) => x.difference - y.difference).slice(0, 1)
  })
  if (pairs.length < MIN_TEXTS / 2) return null
  const scale = median(pairs.map(({ a, b }) => b.width / a.width))
  const x = median(pairs.map(({ a, b }) => b.left - a.left * scale))
  const y = median(pairs.map(({ a, b }) => b.top - a.top * scale))
  return ({ left, top, width, height }) => ({
    left: left * scale + x,
    top: top * scale + y,
    width: width * scale,
    height: height * scale,
  })
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

const PART = 4
const MIN_INK = PART * ROWS * 5

/** Of the part that differs most; other texts mostly show in their first parts that they are not the same, and are left there. */
function largestDifference(a: Text, b: Text): number {
  let largest = 0
  for (let from = 0; from < COLUMNS && largest < SAME; from += PART)
    largest = Math.max(largest, differenceOfPart(a, b, from))
  return largest
}

function excessOf(a: Text, b: Text): number {
  let sum = 0
  for (let from = 0; from < COLUMNS; from += PART)
    sum += Math.max(0, differenceOfPart(a, b, from) - TOLERANCE)
  return sum
}

/** How much a part of two texts differs: 0 for the same, 1 for nothing in common. */
function differenceOfPart(a: Text, b: Text, from: number): number {
  let [ink, apart] = [0, 0]
  for (let row = 0; row < ROWS; row++) {
    for (let cell = row * COLUMNS + from; cell < row * COLUMNS + from + PART; cell++) {
      ink += a.cells[cell]! + b.cells[cell]!
      apart += Math.abs(a.cells[cell]! - b.cells[cell]!)
    }
  }
  return apart / Math.max(ink, MIN_INK)
}

const overlaps = (a: Place, b: Place) =>
  Math.abs(a.top + a.height / 2 - b.top - b.height / 2) < a.height / 2 &&
  b.left < a.left + a.width &&
  b.left + b.width > a.left

const coincides = (a: Place, b: Place) =>
  overlaps(a, b) &&
  Math.abs(a.left - b.left) < MAX_SHIFT * a.height &&
  Math.abs(a.left + a.width - b.left - b.width) < MAX_SHIFT * a.height

/** How many of its least certain bits a key is looked up with both ways: without them one repeated receipt in six is not found. */
const UNCERTAIN = 2

export const keysOf = (fingerprint: Buffer): number[] => [
  ...new Set(textsOf(fingerprint).map((text) => keyOf(signsOf(text)))),
]

/** The keys that the same texts may have in another picture of the receipt: four for each. */
export function similarKeys(fingerprint: Buffer): number[] {
  const keys = textsOf(fingerprint).flatMap((text) => {
    const signs = signsOf(text)
    const uncertain = signs
      .map((value, bit) => ({ bit, size: Math.abs(value) }))
      .toSorted((a, b) => a.size - b.size)
      .slice(0, UNCERTAIN)
    return uncertain.reduce(
      (found, { bit }) => found.flatMap((key) => [key, key ^ (1 << bit)]),
      [keyOf(signs)],
    )
  })
  return [...new Set(keys)]
}

const keyOf = (signs: number[]) => signs.reduce((key, value, bit) => key | (Number(value > 0) << bit), 0)

const PARTS = 12
/** Parts that are far from each other, and each compared once with every other in a round: 5 and 12 share no divisor. */
const APART = 5
const HALVES = 8

function signsOf({ cells }: Text): number[] {
  const inkOf = (row: number, part: number, parts: number) => {
    const edge = (n: number) => Math.ceil((n * COLUMNS) / parts)
    const inked = cells.subarray(row * COLUMNS + edge(part), row * COLUMNS + edge(part + 1))
    return inked.reduce((sum, cell) => sum + cell, 0)
  }
  const inkOfRows = (rows: number[], part: number, parts: number) =>
    rows.reduce((sum, row) => sum + inkOf(row, part, parts), 0)
  const columns = Array.from({ length: PARTS }, (_, part) => inkOfRows([0, 1, 2, 3], part, PARTS))
  return [
    ...columns.map((ink, part) => ink - columns[(part + APART) % PARTS]!),
    ...Array.from(
      { length: HALVES },
      (_, part) => inkOfRows([0, 1], part, HALVES) - inkOfRows([2, 3], part, HALVES),
    ),
  ]
}
