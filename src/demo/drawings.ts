import { pictureFile } from './picture.ts'
import { shops } from './shops.ts'
import type { Drawing } from './svg.ts'

/** Every drawing by its file's name. */
export const drawings: ReadonlyMap<string, Drawing> = new Map(
  shops.flatMap(({ products }) =>
    products.flatMap(({ slug, pictures }) =>
      pictures.map((draw, n) => [pictureFile(slug, n), draw] as const),
    ),
  ),
)
