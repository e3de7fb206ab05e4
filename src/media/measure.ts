import sharp from 'sharp'

/** What a page has to know of a picture before it is loaded. */
export type Shape = {
  width: number
  height: number
  /** The colour along its edges, `#rrggbb`; null where the picture is transparent. */
  colour: string | null
}

/** The picture is averaged to a square of so many pixels a side, whose outermost ones are its edges. */
const SIDE = 12
const OPAQUE = 250

export async function measure(picture: Buffer): Promise<Shape> {
  const { width, height } = await sharp(picture).metadata()
  const pixels = await sharp(picture)
    .resize(SIDE, SIDE, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  return { width, height, colour: edgeColour(pixels) }
}

/** The median of each channel: a subject that reaches one edge does not tint the colour of the others. */
function edgeColour(pixels: Buffer): string | null {
  const edges: number[][] = []
  for (let n = 0; n < SIDE * SIDE; n++) {
    const [x, y] = [n % SIDE, Math.floor(n / SIDE)]
    if ([x, y].some((at) => at === 0 || at === SIDE - 1)) edges.push([...pixels.subarray(n * 4, n * 4 + 4)])
  }
  if (edges.some(([, , , alpha]) => alpha! < OPAQUE)) return null
  const median = (channel: number) =>
    edges.map((pixel) => pixel[channel]!).toSorted((a, b) => a - b)[edges.length >> 1]!
  return `#${[0, 1, 2].map((channel) => median(channel).toString(16).padStart(2, '0')).join('')}`
}
