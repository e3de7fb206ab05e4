import type { Format } from './format.ts'

export const magento: Format = {
  name: 'magento',
  label: 'Magento',
  isRecognised: (has) => has('product online') || (has('product type') && has('attribute set code')),
  headers: () => ({
    isActive: ['product_online'],
    status: ['visibility'],
    stock: ['qty'],
    availability: ['is_in_stock'],
    backorders: ['allow_backorders'],
    images: ['base_image'],
    moreImages: ['additional_images'],
    slug: ['url_key'],
  }),
  // The rows of other views of the shop repeat the SKU.
  keyOf:
    () =>
    ({ line, cells }) =>
      cells.sku || `line ${line}`,
  categories: { list: /,/, step: '/' },
  visibility: {
    isActive: { 2: false },
    status: {
      'catalog, search': true,
      'not visible individually': false,
      1: false,
      2: true,
      3: false,
      4: true,
    },
  },
}
