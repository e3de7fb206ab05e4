import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import { createOrderByHand, OrderByHand } from '../../orders/create-by-hand.ts'
import { MAX_LENGTHS } from '../../orders/order.ts'
import { listProducts } from '../../products/list.ts'
import type { Product } from '../../products/product.ts'
import { listShippingOptions } from '../../shipping/list.ts'
import type { Form } from '../forms/form.ts'
import { codeOfStore, completePhone } from '../forms/phone.ts'
import { storePage, type StoreContext } from '../page.ts'
import { field, select, toggle } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { empty, section } from '../parts/list.ts'
import { searchForm } from '../parts/search.ts'

const EMPTY_ROWS = 6
const MAX_PRODUCTS = 200

/** An order that the store writes down for who calls or comes by. */
export const newOrderPage = storePage({
  path: '/pedidos/nuevo',
  needs: 'orders:write',
  async show(context) {
    const back = { href: `${context.base}/pedidos`, label: 'Pedidos' }
    const { options, isPart } = await variantsOf(context)
    const search = isPart && productSearch(context)
    if (options.length === 0) return { title: 'Pedido a mano', back, main: search || nothing(context) }
    const form = context.form('/pedidos/nuevo')
    const content = html`
      ${section('Quién pide', customerFields(form))}
      ${section('Qué pide', itemRows(form, options))}
      ${section('Entrega y descuento', await deliveryFields(context, form))}
      ${toggle(form, {
        name: 'isTest',
        label: 'Es de prueba',
        hint: 'No cuenta en el reporte ni en el historial del cliente.',
        value: false,
      })}
      ${submit('Guardar pedido')}
    `
    const query = context.query['q'] && `?q=${encodeURIComponent(context.query['q'])}`
    return { title: 'Pedido a mano', back, main: html`${search}${formOf(form, content, { query })}` }
  },
  forms: {
    '/pedidos/nuevo': {
      body: OrderByHand,
      before: ({ store }, fields) => completePhone(fields, 'phone', codeOfStore(store)),
      async run({ app, store }, order: OrderByHand, key) {
        const { id, orderNumber } = await createOrderByHand(app.sql, store.id, order, key)
        return { message: `Guardaste el pedido ${orderNumber}`, next: `/pedidos/${id}` }
      },
    },
  },
})

/** What can be ordered now, by name; of a large catalog what was searched for, such as `café, taza`. */
async function variantsOf(context: StoreContext) {
  const words = (context.query['q'] ?? '').split(',').map((word) => word.trim())
  const searches = words.filter(Boolean).slice(0, EMPTY_ROWS)
  const found = await Promise.all(
    [...(searches.length > 0 ? searches : [undefined])].map((search) => productsOf(context, search)),
  )
  const variants = new Map(
    found.flatMap(({ data }) => data).flatMap((product) => optionsOf(context, product)),
  )
  const isPart = searches.length > 0 || found.some(({ total }) => total > MAX_PRODUCTS)
  return { options: [...variants].map(([value, label]) => ({ value, label })), isPart }
}

const productsOf = ({ sql, store }: StoreContext, search: string | undefined) =>
  listProducts(sql, store.id, {
    status: 'active',
    sort: 'name',
    variants: 'active',
    search,
    limit: MAX_PRODUCTS,
    offset: 0,
  })

const optionsOf = ({ store }: StoreContext, { name, variants }: Product) =>
  variants.map((variant): [id: string, label: string] => {
    const label = variant.name === 'Única' ? name : `${name} (${variant.name})`
    return [variant.id, `${label}, ${formatAmount(variant.price, store.currency)}`]
  })

const productSearch = ({ base, query }: StoreContext): Html => html`
  <p class="hint">Tienes muchos productos: busca primero los que te piden, con comas entre ellos.</p>
  ${searchForm(query, {
    action: `${base}/pedidos/nuevo`,
    placeholder: 'café, taza',
    label: 'Buscar productos para el pedido',
  })}
`

const customerFields = (form: Form): Html => html`
  <div class="fields">
    ${field(form, { name: 'name', label: 'Nombre', max: MAX_LENGTHS.name, required: true, autocomplete: 'off' })}
    ${field(form, {
      name: 'phone',
      label: 'Teléfono',
      type: 'tel',
      inputmode: 'tel',
      max: 40,
      required: true,
      autocomplete: 'off',
      hint: 'Con código de país si es de otro: +502 5555 1234.',
    })}
    ${field(form, {
      name: 'address',
      label: 'Dirección (opcional)',
      max: MAX_LENGTHS.address,
      lines: 2,
      autocomplete: 'off',
    })}
    ${field(form, { name: 'notes', label: 'Notas (opcional)', max: MAX_LENGTHS.notes, lines: 2 })}
  </div>
`

function itemRows(form: Form, variants: { value: string; label: string }[]): Html {
  const options = [{ value: '', label: 'Elige un producto' }, ...variants]
  const rows = Array.from({ length: Math.min(form.rows('items', 0) + EMPTY_ROWS, 100) }, (_, n) => {
    return html`
      <fieldset class="item">
        <legend class="hidden">Artículo ${n + 1}</legend>
        ${select(form, { name: `items.${n}.variantId`, label: 'Producto', options })}
        ${field(form, { name: `items.${n}.quantity`, label: 'Cantidad', inputmode: 'numeric', max: 4 })}
      </fieldset>
    `
  })
  return html`<div class="fields">${rows}<p class="hint">Deja vacía una fila que no uses.</p></div>`
}

async function deliveryFields({ app, sql, store }: StoreContext, form: Form): Promise<Html> {
  const { data } = await listShippingOptions(sql, store.id, { limit: 100, offset: 0 })
  const active = data.filter(({ isActive }) => isActive)
  const options = active.map(({ id, name, price }) => ({
    value: id,
    label: `${name}, ${price === 0 ? 'gratis' : formatAmount(price, store.currency)}`,
  }))
  const shipping =
    options.length > 0 &&
    select(form, {
      name: 'shippingOptionId',
      label: 'Entrega',
      options: [{ value: '', label: 'Sin entrega' }, ...options],
    })
  return html`
    <div class="fields">
      ${shipping}
      ${field(form, { name: 'wantedAt', label: 'Para cuándo (opcional)', type: 'datetime-local' })}
      ${field(form, {
        name: 'discountCode',
        label: 'Código de descuento (opcional)',
        max: MAX_LENGTHS.discountCode,
        autocomplete: 'off',
      })}
      ${app.config.whatsapp.api && notifyField(form)}
    </div>
  `
}

/** The customer is notified only if the person ticks it. */
const notifyField = (form: Form): Html =>
  toggle(form, {
    name: 'notifyCustomer',
    label: 'Avisarle por WhatsApp',
    hint: 'Solo si quien pide lo acepta: al confirmar el pedido, y cuando sale o está listo para recoger.',
    value: false,
  })

const nothing = ({ base }: StoreContext): Html =>
  empty(
    'products',
    'Todavía no hay qué pedir',
    'Agrega tu primer producto y vuelve: el pedido toma sus precios.',
    html`<a class="button" href="${base}/productos/nuevo">Agregar un producto</a>`,
  )
