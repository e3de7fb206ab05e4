type Rgb = [red: number, green: number, blue: number]

/** `#rrggbb`, the one form in which a colour is saved. */
export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** The contrast ratio of two colours by WCAG 2: from 1 (equal) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * The colour, or the nearest to it on the way to black (on a light ground) or white (on a dark one) that can be read on
 * all of the grounds. Since contrast goes both ways, the ground can be read on it too.
 */
export function readableOn(colour: string, grounds: string[], least = 4.6): string {
  const towards: Rgb = luminance(grounds[0]!) > 0.4 ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(parse(colour), towards, share)
    if (grounds.every((ground) => contrast(mixed, ground) >= least)) return mixed
  }
  return format(towards)
}

function mix(from: Rgb, to: Rgb, share: number): string {
  return format(from.map((channel, i) => Math.round(channel + (to[i]! - channel) * share)) as Rgb)
}

function luminance(colour: string): number {
  const [red, green, blue] = parse(colour).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parse(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb
}

function format(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
