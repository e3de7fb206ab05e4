import type { DemoProduct, DemoVariant } from '../shop.ts'
import { drawPicture } from './pictures/draw.ts'
import type { Picture } from './pictures/picture.ts'

/** A product of the roastery, with what its drawing is made of. */
export type RoasteryProduct = Omit<DemoProduct, 'pictures' | 'options'> & {
  category: keyof typeof categories
  description: string
  variants: DemoVariant[]
  popularity: number
  picture: Picture
}

/** The roastery's categories, in their order. */
export const categories = {
  origenes: 'Cafés de origen',
  mezclas: 'Mezclas de la casa',
  preparar: 'Para preparar',
  servir: 'Para servir',
  regalos: 'Regalos',
} as const

/** The options of a coffee's bags. */
const coffeeOptions = [
  { name: 'Tamaño', values: ['250 g', '500 g', '1 kg'] },
  { name: 'Molienda', values: ['En grano', 'Molido'] },
]

/** The sizes and grinds of a coffee, from the price of 250 g: the larger the bag, the less a gram costs. */
export function coffeeBags(price: number): DemoVariant[] {
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

export function drawn({ picture, ...product }: RoasteryProduct): DemoProduct {
  const options = product.variants[0]?.optionValues ? coffeeOptions : []
  return { ...product, options, pictures: [() => drawPicture(picture)] }
}
