import { t } from '../../core/texts/text.ts'
import { Nullable, SingleLine } from '../../core/http/schema.ts'

export const MAX_SKU = 40

const sku = {
  schema: Nullable(
    SingleLine({ max: MAX_SKU, description: 'Código interno, único en la tienda', examples: ['CAF-340'] }),
  ),
  type: 'text',
  label: t('SKU'),
  phrase: t('el SKU'),
} as const

const gtin = {
  schema: Nullable(
    SingleLine({
      max: 14,
      pattern: '^([0-9]{8}|[0-9]{12,14})$',
      description: 'Código de barras (GTIN, EAN o UPC): 8, 12, 13 o 14 cifras',
      examples: ['7501031311309'],
    }),
  ),
  type: 'text',
  label: t('Código de barras'),
  phrase: t('el código de barras'),
} as const

const skuHeaders = {
  vitrina: 'SKU',
  shopify: 'Variant SKU',
  tiendanube: 'SKU',
  woocommerce: 'SKU',
  feed: 'mpn',
}
const gtinHeaders = {
  vitrina: 'Código de barras',
  shopify: 'Variant Barcode',
  tiendanube: 'Código de barras',
  woocommerce: 'GTIN, UPC, EAN, or ISBN',
  feed: 'gtin',
}
const otherGtinHeaders = [
  'Barcode',
  'EAN',
  'UPC',
  'GTIN, UPC, EAN o ISBN',
  'GTIN, UPC, EAN ou ISBN',
  'Código de barra',
]

export const productCodes = {
  sku: {
    ...sku,
    text: {
      max: 40,
      hint: t('Tu código para este producto. No se repite en la tienda.'),
      headers: skuHeaders,
    },
  },
  gtin: {
    ...gtin,
    text: {
      max: 14,
      hint: t('El del empaque: 8, 12, 13 o 14 cifras.'),
      headers: gtinHeaders,
      otherHeaders: otherGtinHeaders,
    },
  },
}

export const variantCodes = {
  sku: { ...sku, text: { max: 40, headers: { ...skuHeaders, vitrina: 'SKU de la variante' } } },
  gtin: {
    ...gtin,
    text: { max: 14, headers: { ...gtinHeaders, vitrina: 'Código de barras de la variante' } },
  },
}
