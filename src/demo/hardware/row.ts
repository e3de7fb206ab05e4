import type { DemoProduct } from '../shop.ts'
import type { Drawing } from '../svg.ts'

type Size = [label: string, price: number]

/** A product by its line in the price list: with sizes it has a variant of each, and stock of every one. */
type Row = [slug: string, name: string, price: number, draw: Drawing, text: string, sizes?: Size[]]

/** The stock of a size: some are low, every eleventh is sold out. */
const stockOf = (n: number) => (n % 11 === 10 ? 0 : n % 7 === 3 ? 2 : 8 + ((n * 13) % 60))

/** @param option in what the sizes differ: `Medida`, `Color` */
export function shelf(category: string, option: string, rows: Row[]): DemoProduct[] {
  return rows.map(([slug, name, price, draw, description, sizes], row) => {
    const number = row + category.length
    const common = {
      slug,
      name,
      category,
      price,
      description,
      popularity: 1 + (number % 5),
      pictures: [draw],
    }
    if (!sizes) return { ...common, variants: [{ name: 'Única', stock: stockOf(number) }] }
    return {
      ...common,
      options: [{ name: option, values: sizes.map(([label]) => label) }],
      variants: sizes.map(([label, price], n) => ({
        name: label,
        price,
        optionValues: [label],
        stock: stockOf(number + n * 3),
      })),
    }
  })
}
