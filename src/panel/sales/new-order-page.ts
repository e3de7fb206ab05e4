import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import { createOrderByHand, OrderByHand } from '../../orders/create-by-hand.ts'
import { MAX_LENGTHS } from '../../orders/order.ts'
import { listProducts } from '../../products/list.ts'
import { listShippingOptions } from '../../shipping/list.ts'
import type { Form } from '../forms/form.ts'
import { storePage, type StoreContext } from '../page.ts'
import { field, select, toggle } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { empty, section } from '../parts/list.ts'

const EMPTY_ROWS = 6
const MAX_PRODUCTS = 200

/** An order that the store writes down for who calls or comes by. */
export const newOrderPage = storePage({
  path: '/pedidos/nuevo',
  needs: 'orders:write',
  async show(context) {
    const back = { href: `${context.base}/pedidos`, label: 'Pedidos' }
    const variants = await variantsOf(context)
    if (variants.length === 0) return { title: 'Pedido a mano', back, main: nothing(context) }
    const form = context.form('/pedidos/nuevo')
    const content = html`
      ${section('Quién pide', customerFields(form))}
      ${section('Qué pide', itemRows(form, variants))}
      ${section('Entrega y descuento', await deliveryFields(context, form))}
      ${toggle(form, {
        name: 'isTest',
        label: 'Es de prueba',
        hint: 'No cuenta en el reporte ni en el historial del cliente.',
        value: false,
      })}
      ${submit('Guardar pedido')}
    `
    return { title: 'Pedido a mano', back, main: formOf(form, content) }
  },
  forms: {
    '/pedidos/nuevo': {
      body: OrderByHand,
      async run({ app, store }, order: OrderByHand, key) {
        const { id, orderNumber } = await createOrderByHand(app.sql, store.id, order, key)
        return { message: `Guardaste el pedido ${orderNumber}`, next: `/pedidos/${id}` }
      },
    },
  },
})

type Option = { value: string; label: string }

/** What can be ordered now, by name. */
async function variantsOf({ sql, store, query }: StoreContext): Promise<Option[]> {
  const { data } = await listProducts(sql, store.id, {
    status: 'active',
    sort: 'name',
    variants: 'active',
    search: query['q'],
    limit: MAX_PRODUCTS,
    offset: 0,
  })
  return data.flatMap(({ name, variants }) =>
    variants.map((variant) => {
      const label = variant.name === 'Única' ? name : `${name} (${variant.name})`
      return { value: variant.id, label: `${label}, ${formatAmount(variant.price, store.currency)}` }
    }),
  )
}

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
      hint: 'Con código de país, por ejemplo +502 5555 1234.',
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

function itemRows(form: Form, variants: Option[]): Html {
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
