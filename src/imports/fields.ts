import type { TextField } from '../products/field.ts'
import { productFields, productTexts, variantFields, variantTexts } from '../products/fields.ts'

export type ProductText = TextField<typeof productFields>
export type VariantText = TextField<typeof variantFields>

/** The field of a variant's own column in our format: `variantSku`. */
export const variantCell = <Name extends VariantText>(name: Name) =>
  `variant${name[0]!.toUpperCase()}${name.slice(1)}` as `variant${Capitalize<Name>}`

/** The columns of plain texts. Other formats have the variants' in the products' columns. */
export const textColumns = [
  ...productTexts.map((name) => {
    const { label, text } = productFields[name]
    return { field: name, isOwn: false, label, ...text }
  }),
  ...variantTexts.map((name) => {
    const { headers } = variantFields[name].text
    return { field: variantCell(name), isOwn: true, label: headers.vitrina, headers }
  }),
] satisfies {
  field: Field
  isOwn: boolean
  label: string
  headers: Record<Format, string>
  otherHeaders?: readonly string[]
}[]

const otherFields = [
  'id', 'slug', 'name', 'description', 'shortDescription', 'price', 'salePrice', 'comparePrice', 'category',
  'isActive', 'status', 'images', 'moreImages', 'imageAlts', 'imagePosition', 'variantId', 'variantName',
  'variantPrice', 'variantIsActive', 'variantImage', 'stock', 'stockTracker', 'option1Name', 'option1Value',
  'option1Values', 'option2Name', 'option2Value', 'option2Values', 'option3Name', 'option3Value', 'option3Values', 'color',
  'size', 'material', 'pattern', 'kind', 'parent', 'group', 'link',
] as const // prettier-ignore
export type Field = (typeof otherFields)[number] | ProductText | `variant${Capitalize<VariantText>}`

/** The fields that a column may hold, independent of the file's headers. */
export const FIELDS: readonly Field[] = [...otherFields, ...textColumns.map(({ field }) => field)]

export const AMOUNTS = ['price', 'salePrice', 'comparePrice', 'variantPrice'] as const satisfies Field[]
export type Amount = (typeof AMOUNTS)[number]

/** The cells of a row that are known, by their fields. */
export type Cells = Partial<Record<Field, string>>

/** The formats of files that products are imported from and exported to. */
export const FORMATS = ['vitrina', 'shopify', 'tiendanube', 'woocommerce', 'feed'] as const
export type Format = (typeof FORMATS)[number]
