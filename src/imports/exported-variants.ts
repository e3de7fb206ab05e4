import type { ProductRow } from '../products/product.ts'
import { productTexts, variantTexts } from '../products/fields.ts'
import type { Cells, ProductText } from './fields.ts'

/** A product with the data that its rows in an export need. */
export type ExportedProduct = {
  product: ProductRow
  category: string | null
  link: string
  currency: string
  digits: number
}

/** A variant as the rows of an export need it. */
export type ExportedVariant = {
  id: string
  name: string
  /** null follows the product's price. */
  ownPrice: number | null
  price: number
  isActive: boolean
  optionValues: string[]
  image: string
  stock: string
  /** In our own format they have columns of their own. */
  texts: Cells
}

/** The variants of a product, without the default variant of a product that has none. */
export const exportedVariants = ({ variants, price: ofProduct }: ProductRow): ExportedVariant[] =>
  variants
    .filter(({ isDefault }) => !isDefault)
    .map(({ id, name, price, isActive, optionValues, imageUrl, stock, ...texts }) => ({
      id,
      name,
      ownPrice: price,
      price: price ?? ofProduct,
      isActive,
      optionValues,
      image: imageUrl ?? '',
      stock: stockCell(stock),
      texts: textCells(texts, variantTexts),
    }))

const textCells = <Name extends ProductText>(
  values: { [Each in Name]?: string | null },
  names: Name[],
): Cells => Object.fromEntries(names.map((name) => [name, values[name] ?? '']))

/** The plain texts of a product. */
export const productTextCells = ({ product }: ExportedProduct): Cells => textCells(product, productTexts)

/** Those of them that its variants don't have. */
export const commonTextCells = ({ product }: ExportedProduct): Cells =>
  textCells(
    product,
    productTexts.filter((name) => !variantTexts.some((code) => code === name)),
  )

const stockCell = (stock: number | null | undefined) => (stock == null ? '' : String(stock))

/** The stock cell of a product without variants. */
export const stockWithoutVariants = ({ product }: ExportedProduct) =>
  stockCell(product.variants.find(({ isDefault }) => isDefault)?.stock)

/** Other shops' importers split addresses at spaces. */
export const encodeSpaces = (url: string) => url.replaceAll(/\s/g, '%20')

export const optionNameCells = ([option1Name, option2Name, option3Name]: string[]): Cells => ({
  option1Name,
  option2Name,
  option3Name,
})

export const optionValueCells = ([option1Value, option2Value, option3Value]: string[]): Cells => ({
  option1Value,
  option2Value,
  option3Value,
})
