type Rgb = [red: number, green: number, blue: number]

/** `#rrggbb`, the only format in which colours are saved. */
export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** The contrast ratio of two colours by WCAG 2: from 1 (equal) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * The colour, darkened (on light backgrounds) or lightened (on dark ones) as little as it takes for readable contrast on all
 * of the backgrounds. Contrast is symmetric, so text in the background's colour is readable on it too.
 */
export function readableOn(colour: string, backgrounds: string[], least = 4.6): string {
  const towards: Rgb = luminance(backgrounds[0]!) > 0.4 ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(parse(colour), towards, share)
    if (backgrounds.every((background) => contrast(mixed, background) >= least)) return mixed
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
