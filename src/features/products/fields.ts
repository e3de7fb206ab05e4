import { t } from '../../core/texts/text.ts'
import { Type } from 'typebox'
import { MultiLine, Nullable, Price, Reference, SingleLine } from '../../core/http/schema.ts'
import { phrasesOf, storedAs } from '../../core/resources/field.ts'
import { Slug } from '../../core/values/slug.ts'
import { textsOf, type ProductField } from './field.ts'
import { productCodes, variantCodes } from './code-fields.ts'
import { ModifierGroupIds } from './modifier-group-ids.ts'
import { ImageUrl, NewImages, ProductImage } from './images.ts'
import { ownQuantityPrices, quantityFields } from './quantity-fields.ts'
import { MAX_OPTIONS, Options, OptionValue, ProductOption } from './options.ts'

export const MAX_NAME = 120

export const MAX_VARIANT_NAME = 80

export const MAX_STOCK = 999_999_999

export const productFields = {
  name: {
    schema: SingleLine({ max: MAX_NAME, description: 'Nombre', examples: ['Café de altura'] }),
    type: 'text',
    label: t('Nombre'),
    phrase: t('el nombre'),
  },
  slug: {
    schema: Slug('Dirección del producto dentro de la tienda; si falta al crearlo, sale del nombre'),
    type: 'text',
    label: t('Enlace'),
    phrase: t('el enlace'),
  },
  description: {
    schema: Nullable(MultiLine({ max: 5000, description: 'Descripción' })),
    type: 'text',
    label: t('Descripción'),
    phrase: t('la descripción'),
  },
  price: {
    schema: Price('Precio en la moneda de la tienda'),
    type: 'numeric',
    label: t('Precio'),
    phrase: t('el precio'),
  },
  comparePrice: {
    schema: Nullable(Price('Precio anterior, mayor que el precio, para mostrar una rebaja')),
    type: 'numeric',
    label: t('Precio anterior'),
    phrase: t('el precio anterior'),
  },
  ...quantityFields,
  ...productCodes,
  brand: {
    schema: Nullable(SingleLine({ max: 60, description: 'Marca', examples: ['Finca El Injerto'] })),
    type: 'text',
    label: t('Marca'),
    phrase: t('la marca'),
    text: {
      max: 60,
      headers: {
        vitrina: 'Marca',
        shopify: 'Vendor',
        tiendanube: 'Marca',
        woocommerce: 'Brands',
        feed: 'brand',
      },
      otherHeaders: ['Marcas'],
    },
  },
  imageUrl: {
    schema: Nullable(
      ImageUrl('Dirección https de la imagen principal, o la de una foto subida; es la primera de `images`'),
    ),
    type: 'text',
    label: t('Foto'),
    phrase: t('la foto'),
  },
  images: {
    schema: NewImages,
    shown: Type.Array(ProductImage, { description: 'Las fotos en su orden; la primera es `imageUrl`' }),
    type: 'jsonb',
    label: t('Fotos'),
    phrase: t('las fotos'),
  },
  isActive: {
    schema: Type.Boolean({ description: 'Si se ve en el catálogo' }),
    type: 'boolean',
    label: t('Visible'),
    phrase: t('si está activo'),
  },
  categoryId: {
    schema: Nullable(Reference('Categoría de la misma tienda')),
    type: 'text',
    label: t('Categoría'),
    phrase: t('la categoría'),
  },
  modifierGroupIds: {
    schema: ModifierGroupIds,
    shown: Type.Array(Type.String(), { description: 'Los grupos de extras, en su orden' }),
    type: 'jsonb',
    label: t('Extras'),
    phrase: t('los extras'),
  },
  options: {
    schema: Options,
    shown: Type.Array(ProductOption, {
      description: 'En qué se distinguen las variantes, como talla y color',
    }),
    type: 'jsonb',
    label: t('Opciones'),
    phrase: t('las opciones'),
  },
} as const satisfies Record<string, ProductField>

export const variantFields = {
  name: {
    schema: SingleLine({
      max: MAX_VARIANT_NAME,
      description: 'Por ejemplo, la talla o el color',
      examples: ['500 g'],
    }),
    type: 'text',
    label: t('Nombre'),
    phrase: t('el nombre'),
  },
  price: {
    schema: Nullable(Price('Precio propio; si es nulo o falta, es el del producto')),
    shown: Type.Number({ description: 'El suyo, o el del producto' }),
    type: 'numeric',
    label: t('Precio'),
    phrase: t('el precio'),
  },
  quantityPrices: ownQuantityPrices,
  isActive: {
    schema: Type.Boolean({ description: 'Si se puede pedir' }),
    type: 'boolean',
    label: t('Activa'),
    phrase: t('si está activo'),
  },
  optionValues: {
    schema: Type.Array(OptionValue, {
      maxItems: MAX_OPTIONS,
      description: 'Un valor de cada opción del producto, en su orden',
      examples: [['500 g', 'En grano']],
    }),
    shown: Type.Array(Type.String(), { description: 'Uno de cada opción del producto' }),
    type: 'jsonb',
    label: t('Opciones'),
    phrase: t('las opciones'),
  },
  imageUrl: {
    schema: Nullable(ImageUrl('Foto propia: dirección https, o la de una foto subida a la tienda')),
    shown: Nullable(Type.String({ description: 'Foto propia' })),
    type: 'text',
    label: t('Foto'),
    phrase: t('la foto'),
  },
  stock: {
    schema: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: MAX_STOCK,
        description: 'Cuántas hay; nulo si no se cuentan. Los pedidos las descuentan',
      }),
    ),
    shown: Nullable(Type.Integer({ description: 'Cuántas hay; nulo si no se cuentan' })),
    type: 'integer',
    label: t('Stock'),
    phrase: t('las existencias'),
  },
  ...variantCodes,
} as const satisfies Record<string, ProductField>

export const productTexts = textsOf(productFields)
export const variantTexts = textsOf(variantFields)

export const sparseFields: readonly string[] = [...variantTexts, 'quantityPrices']

export const phrases = phrasesOf({ ...productFields, ...variantFields })

export const amountFields = storedAs(productFields).filter(({ type }) => type === 'numeric')
export const amountNames = amountFields.map(({ name }) => name)
