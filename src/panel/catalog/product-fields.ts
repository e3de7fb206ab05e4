import { selectCategories } from '../../categories/list.ts'
import { html, type Html } from '../../core/http/html.ts'
import type { ProductOption } from '../../products/options.ts'
import { MAX_VARIANTS, type StoredVariant, type ProductRow } from '../../products/product.ts'
import {
  productFields as declared,
  productTexts,
  variantFields,
  variantTexts,
  MAX_VARIANT_NAME,
} from '../../products/fields.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { fold, type Part } from '../parts/field.ts'
import { moneyField } from '../parts/money-field.ts'
import { removeBox } from '../parts/remove-box.ts'
import { photosField } from './photos-field.ts'
import { extrasFields } from './product-extras.ts'
import { optionFields, optionsOf, optionValueFields } from './product-options.ts'
import { defaultStockField, stockField } from './stock-fields.ts'
import { shopUrl, withoutProtocol } from '../../stores/address.ts'

/** The fields of a product: the required ones, and the rest collapsed. */
export async function productFields(
  context: StoreContext,
  form: Form,
  product: ProductRow | null,
): Promise<Part[]> {
  const variants = product?.variants.filter(({ isDefault }) => !isDefault) ?? []
  return [
    mainFields(context, form, product),
    fold({ ...variantsFold, isOpen: variants.length > 0 }, variantRows(context, form, product, variants)),
    await extrasFields(context, form, product),
    fold(
      { summary: 'Descripción, categoría y más', isOpen: product !== null },
      await moreFields(context, product),
    ),
  ]
}

export const VARIANTS_ANCHOR = 'variantes'

const variantsFold = {
  summary: 'Variantes: tallas, tamaños, sabores',
  id: VARIANTS_ANCHOR,
}
const mainFields = (context: StoreContext, form: Form, product: ProductRow | null): Part[] => [
  photosField(context, form, product),
  {
    name: 'name',
    label: 'Nombre',
    value: product?.name ?? '',
    max: 120,
    required: true,
    placeholder: 'Café de altura',
  },
  moneyField(context.store, {
    name: 'price',
    label: 'Precio',
    value: product?.price ?? null,
    required: true,
  }),
  product && defaultStockField(product),
  product && stockHint,
]

const stockHint = html`
  <p class="hint">
    Cada pedido descuenta las existencias y uno cancelado las devuelve. Deja vacías las que no cuentas.
  </p>
`

const moreFields = async (context: StoreContext, product: ProductRow | null): Promise<Part[]> => [
  {
    name: 'description',
    label: 'Descripción',
    value: product?.description ?? '',
    lines: 4,
    max: 5000,
  },
  await categoryField(context, product),
  moneyField(context.store, {
    name: 'comparePrice',
    label: 'Precio anterior',
    value: product?.comparePrice ?? null,
    hint: 'Se muestra tachado, para que se vea la rebaja.',
  }),
  productTexts.map((name) => {
    const { label, text } = declared[name]
    return { name, label, value: product?.[name] ?? '', ...inputOf(text) }
  }),
  { name: 'isActive', label: 'Se ve en la tienda', value: product?.isActive ?? true },
  product && addressField(context, product),
]

const inputOf = ({ max, hint }: { max: number; hint?: string }) => ({ max, ...(hint && { hint }) })

async function categoryField({ sql, store }: StoreContext, product: ProductRow | null): Promise<Part> {
  const { data } = await selectCategories(sql, store.id, { limit: 500, offset: 0 })
  if (data.length === 0) return null
  const options = [
    { value: '', label: 'Sin categoría' },
    ...data.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return { name: 'categoryId', label: 'Categoría', value: product?.categoryId ?? '', options }
}

function addressField({ app, store }: StoreContext, { slug }: ProductRow): Part {
  const before = withoutProtocol(shopUrl(app, store, '/p/'))
  return { name: 'slug', label: 'Dirección', value: slug, max: 120, before }
}

const EMPTY_ROWS = 3

/** A row for each variant and some empty ones; without JavaScript more appear after saving. */
function variantRows(
  context: StoreContext,
  form: Form,
  product: ProductRow | null,
  variants: StoredVariant[],
): Part[] {
  const count = Math.min(form.rows('variants', variants.length) + EMPTY_ROWS, MAX_VARIANTS)
  const options = optionsOf(form, product)
  return [
    html`
      <p class="hint">
        Deja vacía una fila que no uses. Sin precio propio, una variante cuesta lo que el producto.
      </p>
      ${form.isConflict && savedVariants(variants)}
    `,
    fold({ summary: 'Opciones: talla, color, molienda', isOpen: (product?.options.length ?? 0) > 0 }, [
      optionsHint,
      optionFields(form, product),
    ]),
    Array.from({ length: count }, (_, n) => variantRow(context, form, product, variants, options, n)),
  ]
}

const optionsHint = html`
  <p class="hint">
    En qué se distinguen las variantes. Si no escribes ninguna, al guardar se crea una por cada combinación, al precio del
    producto; después abre el producto y cambia el de las que cuesten otra cosa.
  </p>
`

const savedVariants = (variants: StoredVariant[]) => html`
  <p class="hint">Ahora: ${variants.map(({ name }) => name).join(', ') || 'ninguna'}.</p>
`

function variantRow(
  context: StoreContext,
  form: Form,
  product: ProductRow | null,
  variants: StoredVariant[],
  options: ProductOption[],
  n: number,
): Part {
  const name = (of: string) => `variants.${n}.${of}`
  const id = form.value(name('id'), variants[n]?.id ?? '')
  const variant = variants.find((one) => one.id === id) // one that another person removed is new again
  return {
    around: (fields) => variantSet(n, fields),
    parts: [
      variant && html`<input type="hidden" name="${name('id')}" value="${id}">`,
      {
        name: name('name'),
        label: 'Nombre',
        value: variant?.name ?? '',
        max: MAX_VARIANT_NAME,
        placeholder: n === 0 ? '250 g' : ' ',
      },
      optionValueFields(options, variant, n),
      moneyField(context.store, {
        name: name('price'),
        label: 'Precio propio',
        value: variant?.price ?? null,
      }),
      stockField(`variants.${n}`, variant),
      variantTexts.map((text) => {
        const { label, text: input } = variantFields[text]
        return { name: name(text), label, value: variant?.[text] ?? '', ...inputOf(input) }
      }),
      photoChoice(product, variant, name('imageUrl')),
      { name: name('isActive'), label: 'Se puede pedir', value: variant?.isActive ?? true },
      variant && removeBox(form, name('_remove')),
    ],
  }
}

const variantSet = (n: number, fields: Html): Html => html`
  <fieldset class="variant">
    <legend class="hidden">Variante ${n + 1}</legend>
    ${fields}
  </fieldset>
`

/** Which of the product's photos shows a variant. */
function photoChoice(product: ProductRow | null, variant: StoredVariant | undefined, name: string): Part {
  const own = variant?.imageUrl ?? null
  const photos = (product?.images ?? []).map(({ url, alt }, n) => ({
    value: url,
    label: alt ?? `Foto ${n + 1}`,
  }))
  const isOther = own !== null && photos.every(({ value }) => value !== own)
  if (photos.length < 2 && own === null) return null
  const options = [
    { value: '', label: 'La del producto' },
    ...photos,
    ...(isOther ? [{ value: own, label: 'La suya' }] : []),
  ]
  return { name, label: 'Foto', value: own ?? '', options }
}
