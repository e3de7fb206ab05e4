export type Shape = {
  width: number
  height: number
  /** The colour along its edges, `#rrggbb`; null where the picture is transparent. */
  colour: string | null
}

/** A picture is averaged to a square of so many pixels a side, whose outermost ones are its edges. */
export const EDGE_SIDE = 12
const OPAQUE = 250

/** Of RGBA pixels. The median of each channel: a subject that reaches one edge does not tint the colour of the others. */
export function edgeColour(pixels: Buffer): string | null {
  const edges: number[][] = []
  for (let n = 0; n < EDGE_SIDE * EDGE_SIDE; n++) {
    const [x, y] = [n % EDGE_SIDE, Math.floor(n / EDGE_SIDE)]
    if ([x, y].some((at) => at === 0 || at === EDGE_SIDE - 1))
      edges.push([...pixels.subarray(n * 4, n * 4 + 4)])
  }
  if (edges.some(([, , , alpha]) => alpha! < OPAQUE)) return null
  const median = (channel: number) =>
    edges.map((pixel) => pixel[channel]!).toSorted((a, b) => a - b)[edges.length >> 1]!
  return `#${[0, 1, 2].map((channel) => median(channel).toString(16).padStart(2, '0')).join('')}`
}
