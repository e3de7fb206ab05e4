/** Draws one picture of a product: an SVG document, 800 by 800, whose sides a theme may cut by a sixth. */
export type Drawing = () => string

export const shade = 'fill="#000" fill-opacity=".14"'
export const light = 'fill="#fff" fill-opacity=".22"'

/** The background, lighter behind the product, and the product's shadow. */
export function picture(base: string, thing: string, shadow = 250): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
  <defs><radialGradient id="g" cx=".5" cy=".44" r=".62"><stop offset="0" stop-color="#fff" stop-opacity=".75"/>
    <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
  <rect width="800" height="800" fill="${base}"/><rect width="800" height="800" fill="url(#g)"/>
  ${shadow > 0 ? `<ellipse cx="400" cy="640" rx="${shadow}" ry="${Math.round(shadow / 10)}" fill="#000" fill-opacity=".13"/>` : ''}${thing}
</svg>
`
}

/** Repeats a shape at several positions. */
export const at = (x: number, y: number, thing: string, more = '') =>
  `<g transform="translate(${x} ${y}) ${more}">${thing}</g>`
