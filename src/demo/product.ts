import type { Picture } from './pictures/picture.ts'

export type DemoCategory = keyof typeof categories

/** The demo's categories, in their order. */
export const categories = {
  origenes: 'Cafés de origen',
  mezclas: 'Mezclas de la casa',
  preparar: 'Para preparar',
  servir: 'Para servir',
  regalos: 'Regalos',
} as const

type DemoVariant = { name: string; price: number | null; optionValues?: string[]; stock?: number }

/** What the bags of a coffee differ in. */
export const coffeeOptions = [
  { name: 'Tamaño', values: ['250 g', '500 g', '1 kg'] },
  { name: 'Molienda', values: ['En grano', 'Molido'] },
]

/** A product of the demo; its slug is also its picture's name. */
export type DemoProduct = {
  slug: string
  name: string
  category: DemoCategory
  /** In quetzales, as everything here. */
  price: number
  comparePrice?: number
  description: string
  variants: DemoVariant[]
  /** How much it sells beside the others. */
  popularity: number
  isActive?: boolean
  picture: Picture
}

/** The sizes and grinds of a coffee, from the price of 250 g: the larger the bag, the less a gram costs. */
export function coffeeBags(price: number): DemoProduct['variants'] {
  const sizes = [
    { size: '250 g', price: null },
    { size: '500 g', price: Math.round(price * 1.9) },
    { size: '1 kg', price: Math.round(price * 3.6) },
  ]
  return sizes.flatMap(({ size, price }) => [
    { name: `${size}, en grano`, price, optionValues: [size, 'En grano'] },
    { name: `${size}, molido`, price, optionValues: [size, 'Molido'] },
  ])
}

export const named = (...names: string[]) => names.map((name) => ({ name, price: null }))
