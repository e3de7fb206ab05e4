import { t, type Wording } from '../../../core/texts/text.ts'
import { html } from '../../../core/http/html.ts'
import { MAX_GROUPS, modifierGroups } from '../../../features/modifier-groups/modifier-group.ts'
import { MAX_PRODUCT_GROUPS } from '../../../features/products/modifier-group-ids.ts'
import type { ProductRow } from '../../../features/products/product.ts'
import { productFields, productTexts } from '../../../features/products/fields.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { fold, type Part } from '../parts/field.ts'
import { moneyField } from '../parts/money-field.ts'
import { photosField } from './photos-field.ts'
import { categoryField } from './product-category.ts'
import { quantityFields } from './product-quantities.ts'
import { variantsFold } from './product-variants.ts'
import { defaultStockField } from './stock-fields.ts'
import { shopUrl, withoutProtocol } from '../../../features/stores/address.ts'

export async function productParts(
  context: StoreContext,
  form: Form,
  product: ProductRow | null,
): Promise<Part[]> {
  return [
    html`<button hidden></button>`, // pressed by Enter, and not the first button that orders the photos
    await mainFields(context, form, product),
    variantsFold(context, form, product),
    await extrasFields(context, form, product),
    quantityFields(context, form, product),
    fold({ summary: t('Descripción y más'), isOpen: product !== null }, moreFields(context, product)),
  ]
}

const mainFields = async (context: StoreContext, form: Form, product: ProductRow | null): Promise<Part[]> => [
  photosField(context, form, product),
  {
    name: 'name',
    label: productFields.name.label,
    value: product?.name ?? '',
    max: 120,
    required: true,
  },
  {
    parts: [
      moneyField(context.store, {
        name: 'price',
        label: productFields.price.label,
        value: product?.price ?? null,
        required: true,
      }),
      defaultStockField(product),
    ],
    around: (fields) => html`<div class="pair">${fields}</div>`,
  },
  await categoryField(context, product),
]

const EMPTY_ROWS = 3
const GROUPS = 'modifierGroupIds'

async function extrasFields(
  { sql, store, base }: StoreContext,
  form: Form,
  product: ProductRow | null,
): Promise<Part> {
  const { data: groups } = await modifierGroups.page(sql, store.id, { limit: MAX_GROUPS, offset: 0 })
  if (groups.length === 0) return null
  const ids = product?.modifierGroupIds ?? []
  const count = Math.min(
    form.rows(GROUPS, ids.length) + EMPTY_ROWS,
    MAX_PRODUCT_GROUPS,
    Math.max(groups.length, ids.length),
  )
  const options = [
    { value: '', label: t('Ninguno') },
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const rows = Array.from({ length: count }, (_, n): Part => ({
    name: `${GROUPS}.${n}`,
    label: t('Grupo {n}', { n: n + 1 }),
    value: ids[n] ?? '',
    options,
  }))
  return fold({ summary: t('Extras: lo que se elige al pedirlo'), isOpen: ids.length > 0 }, [
    html`<p class="hint">${t('Se muestran en este orden.')}</p>`,
    rows,
    html`<p class="links"><a href="${base}/extras">${t('Ver los grupos y sus precios')}</a></p>`,
  ])
}

const moreFields = (context: StoreContext, product: ProductRow | null): Part[] => [
  {
    name: 'description',
    label: productFields.description.label,
    value: product?.description ?? '',
    lines: 4,
    max: 5000,
  },
  moneyField(context.store, {
    name: 'comparePrice',
    label: productFields.comparePrice.label,
    value: product?.comparePrice ?? null,
    hint: t('Se muestra tachado, para que se vea la rebaja.'),
  }),
  productTexts.map((name) => {
    const { label, text } = productFields[name]
    return { name, label, value: product?.[name] ?? '', ...inputOf(text) }
  }),
  { name: 'isActive', label: t('Visible en la tienda'), value: product?.isActive ?? true },
  product && addressField(context, product),
]

const inputOf = ({ max, hint }: { max: number; hint?: Wording }) => ({ max, ...(hint && { hint }) })

function addressField({ app, store }: StoreContext, { slug }: ProductRow): Part {
  const before = withoutProtocol(shopUrl(app, store, '/p/'))
  return { name: 'slug', label: productFields.slug.label, value: slug, max: 120, before }
}
