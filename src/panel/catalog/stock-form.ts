import type { Static } from 'typebox'
import { Type } from '../../core/values/json-schema.ts'
import { invalid, notFound } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { writableVariantFields, type ProductRow } from '../../products/product.ts'
import { updateProduct } from '../../products/update.ts'
import type { PanelForm, StoreContext } from '../page.ts'
import { field } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { shown } from './shown-value.ts'
import { changeProducts } from './update-products.ts'

const { id, stock } = writableVariantFields

const Stocks = Type.Object(
  {
    variants: Type.Array(
      Type.Object(
        { id, stock: Type.Optional(stock), shown: Type.Optional(stock) },
        { additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)
type Stocks = Static<typeof Stocks>

const pathOf = (productId: string) => `/productos/${productId}/existencias`

export const STOCK_ANCHOR = 'existencias'

/** The stock of each variant, in its own form because orders change it all the time. */
export function stockFields(context: StoreContext, { id, variants }: ProductRow): Html {
  const form = context.form(pathOf(id))
  const rows = variants.map((variant, n) => {
    const name = `variants.${n}.stock`
    return html`
      <input type="hidden" name="variants.${n}.id" value="${variant.id}">
      ${field(form, {
        name,
        label: variant.isDefault ? 'Cuántas hay' : variant.name,
        value: variant.stock,
        inputmode: 'numeric',
        max: 9,
        autocomplete: 'off',
      })}
      ${shown(form, name, `variants.${n}.shown`, variant.stock)}
    `
  })
  const hint = html`
    <p class="hint">Cada pedido las descuenta y uno cancelado las devuelve. Deja vacío lo que no cuentas.</p>
  `
  const content = formOf(form, html`${hint}${rows}${submit('Guardar existencias', 'ghost')}`)
  return section('Existencias', content, STOCK_ANCHOR)
}

export const stockForms: Record<string, PanelForm<StoreContext>> = {
  '/productos/:id/existencias': {
    body: Stocks,
    needs: 'products:write',
    async run(context, { variants }: Stocks, key) {
      const id = context.params['id']!
      const changed = variants.filter(({ stock = null, shown = null }) => stock !== shown)
      if (changed.length > 0) await setStocks(context, id, variants, key)
      return { message: 'Existencias guardadas', next: `/productos/${id}` }
    },
  },
}

/** @throws 400 when a stock changed since it was shown */
async function setStocks(context: StoreContext, id: string, typed: Stocks['variants'], key: string) {
  await changeProducts(context, [id], { key, content: typed }, async (products, performIn) => {
    const product = products.get(id)
    if (!product) throw notFound('El producto')
    const variants = product.variants.map((variant) => {
      const n = typed.findIndex((one) => one.id === variant.id)
      const { stock = null, shown = null } = typed[n] ?? {}
      if (n === -1 || stock === shown) return { id: variant.id }
      if (variant.stock !== shown) throw movedOn(n, variant.stock)
      return { id: variant.id, stock }
    })
    await performIn(updateProduct, { id, body: { variants } })
  })
}

const movedOn = (n: number, now: number | null) =>
  invalid(
    `variants.${n}.stock`,
    'invalid',
    `Cambió mientras escribías: ahora ${now === null ? 'no se cuentan' : `hay ${now}`}. Escribe cuántas quedan`,
  )
