import { dripper, filters, grinder, kettle, press, stand } from './brewing.ts'
import { bag, bottle } from './coffee.ts'
import type { Draw, Picture } from './picture.ts'
import { box, cups, mug, parcel, tumbler } from './serving.ts'

const shapes: Record<Picture['shape'], Draw> = {
  bag,
  bottle,
  box,
  cups,
  dripper,
  filters,
  grinder,
  kettle,
  mug,
  parcel,
  press,
  stand,
  tumbler,
}

/** A product as a flat illustration: an SVG document, 800 by 800. */
export function drawPicture(picture: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
  <rect width="800" height="800" fill="${picture.base}"/><circle cx="400" cy="380" r="290" fill="#fff" fill-opacity=".42"/>
  <ellipse cx="400" cy="644" rx="270" ry="26" fill="#000" fill-opacity=".12"/>${shapes[picture.shape](picture)}
</svg>
`
}
