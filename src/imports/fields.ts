/** The fields that a column may hold, independent of the file's headers. */
export const FIELDS = [
  'id', 'slug', 'name', 'description', 'shortDescription', 'price', 'salePrice', 'comparePrice', 'category',
  'isActive', 'status', 'images', 'moreImages', 'imageAlts', 'imagePosition', 'variantId', 'variantName',
  'variantPrice', 'variantIsActive', 'variantImage', 'stock', 'stockTracker', 'option1Name', 'option1Value',
  'option1Values', 'option2Name', 'option2Value', 'option2Values', 'option3Name', 'option3Value', 'option3Values', 'color',
  'size', 'material', 'pattern', 'kind', 'sku', 'parent', 'group', 'link',
] as const // prettier-ignore
export type Field = (typeof FIELDS)[number]

export const AMOUNTS = ['price', 'salePrice', 'comparePrice', 'variantPrice'] as const satisfies Field[]
export type Amount = (typeof AMOUNTS)[number]

/** The cells of a row that are known, by their fields. */
export type Cells = Partial<Record<Field, string>>

/** The formats of files that products are imported from and exported to. */
export const FORMATS = ['vitrina', 'shopify', 'tiendanube', 'woocommerce', 'feed'] as const
export type Format = (typeof FORMATS)[number]
