import { type Format, type Headers, ownKey } from './format.ts'

export const medusa: Format = {
  name: 'medusa',
  label: 'Medusa',
  isRecognised: (has) => has('product handle') && has('variant title', 'variant sku'),
  headers: (currency) => ({
    slug: ['Product Handle'],
    name: ['Product Title'],
    description: ['Product Description'],
    status: ['Product Status'],
    price: [`Price ${currency}`, `Variant Price ${currency}`],
    variantName: ['Variant Title'],
    stock: ['Variant Inventory Quantity'],
    stockTracker: ['Variant Manage Inventory'],
    backorders: ['Variant Allow Backorder'],
    images: ['Image 1 Url', 'Product Image 1', 'Product Thumbnail'],
    moreImages: ['Image 2 Url', 'Product Image 2'],
    ...optionHeaders,
  }),
  keyOf: () => ownKey,
}

const optionHeaders: Headers = Object.fromEntries(
  [1, 2, 3].flatMap((n) => [
    [`option${n}Name`, [`Option ${n} Name`, `Variant Option ${n} Name`]],
    [`option${n}Value`, [`Option ${n} Value`, `Variant Option ${n} Value`]],
  ]),
)
