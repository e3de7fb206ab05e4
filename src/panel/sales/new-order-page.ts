import { countRows } from '../../core/database/count-rows.ts'
import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import { createManualOrder, ManualOrder } from '../../orders/create-manual.ts'
import { MAX_LENGTHS, MAX_LINES } from '../../orders/order.ts'
import { queuedOrders } from '../../orders/queue.ts'
import { readPaymentMethods } from '../../payments/list.ts'
import { selectShippingOptions } from '../../shipping/list.ts'
import type { ShippingOption } from '../../shipping/shipping-option.ts'
import type { FormFields } from '../forms/form-fields.ts'
import { codeOfStore, completePhone } from '../forms/phone.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { emptyState, section } from '../parts/list.ts'
import { withoutUnchosen } from './choice-fields.ts'
import { extrasButton, itemRows, productSearch, SEARCH_BUTTON } from './item-rows.ts'
import { findOrderable } from './variant-options.ts'

const EMPTY_ROWS = 6

/** An order that the store enters for a customer who calls or comes by. */
export const newOrderPage = storePage({
  path: '/pedidos/nuevo',
  needs: 'orders:write',
  show: (context) => show(context),
  forms: {
    '/pedidos/nuevo': {
      body: ManualOrder,
      before(context, fields) {
        if (fields.has(SEARCH_BUTTON)) return show(context, fields)
        withoutUnchosen(fields)
        completePhone(fields, 'phone', codeOfStore(context.store))
      },
      async run({ app, store }, order: ManualOrder, key) {
        const { id, orderNumber } = await createManualOrder(
          queuedOrders(app.sql, store.id),
          store.id,
          order,
          key,
        )
        return { message: `Guardaste el pedido ${orderNumber}`, next: `/pedidos/${id}` }
      },
    },
  },
})

/** @param typed what was typed, where products were looked for */
async function show(context: StoreContext, typed?: FormFields): Promise<View> {
  const head = { title: 'Pedido a mano', back: { href: `${context.base}/pedidos`, label: 'Pedidos' } }
  const form = context.form('/pedidos/nuevo', typed)
  const orderable = await findOrderable(context, form)
  const { options, isPart, notFound } = orderable
  const hasExtras = (await countRows(context.sql, 'modifier_groups', context.store.id)) > 0
  if (options.length === 0 && !isPart) return { ...head, main: emptyList(context) }
  // Without JavaScript more empty rows appear after saving.
  const count = Math.min(form.rows('items', 0) + EMPTY_ROWS, MAX_LINES)
  const fields: Part[] = [
    inSection('Quién pide', inColumn(customerFields)),
    inSection(
      'Qué pide',
      [
        isPart && productSearch(form, notFound),
        inColumn([
          ...itemRows(form, orderable, { count, currency: context.store.currency }),
          html`<p class="hint">Deja vacía una fila que no uses.</p>`,
        ]),
        hasExtras && extrasButton(form),
      ],
      'items',
    ),
    inSection('Entrega y descuento', inColumn(await deliveryFields(context))),
    {
      name: 'isTest',
      label: 'Es de prueba',
      hint: 'No cuenta en el reporte ni en el historial del cliente.',
      value: false,
    },
    submit('Guardar pedido'),
  ]
  return { ...head, fields, main: formOf(form, fields) }
}

const inColumn = (parts: Part[]): Part => ({
  parts,
  around: (fields) => html`<div class="fields">${fields}</div>`,
})

const inSection = (title: string, parts: Part, id?: string): Part => ({
  parts: [parts],
  around: (content) => section(title, content, id),
})

const customerFields: Part[] = [
  { name: 'name', label: 'Nombre', max: MAX_LENGTHS.name, required: true, autocomplete: 'off' },
  {
    name: 'phone',
    label: 'Teléfono',
    type: 'tel',
    inputmode: 'tel',
    max: 40,
    required: true,
    autocomplete: 'off',
    hint: 'Con código de país si es de otro: +502 5555 1234.',
  },
  { name: 'address', label: 'Dirección (opcional)', max: MAX_LENGTHS.address, lines: 2, autocomplete: 'off' },
  { name: 'notes', label: 'Notas (opcional)', max: MAX_LENGTHS.notes, lines: 2 },
]

async function deliveryFields({ app, sql, store }: StoreContext): Promise<Part[]> {
  const { data } = await selectShippingOptions(sql, store.id, { limit: 100, offset: 0 })
  const methods = (await readPaymentMethods(sql, store.id)).filter(({ isActive }) => isActive)
  const active = data.filter(({ isActive }) => isActive)
  const options = active.map(({ id, name, price, areas }) => ({
    value: id,
    label: `${name}, ${areas.length > 0 ? 'según la zona' : priceText(price, store.currency)}`,
  }))
  const areaOptions = active.flatMap((option) => areasOf(option, active.length > 1, store.currency))
  return [
    options.length > 0 && {
      name: 'shippingOptionId',
      label: 'Entrega',
      options: [{ value: '', label: 'Sin entrega' }, ...options],
    },
    areaOptions.length > 0 && {
      name: 'areaId',
      label: 'Zona (si la entrega tiene zonas)',
      options: [{ value: '', label: 'Sin zona' }, ...areaOptions],
    },
    methods.length > 0 && {
      name: 'paymentMethodId',
      label: 'Cómo paga',
      options: [
        { value: '', label: 'Sin decir' },
        ...methods.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    { name: 'wantedAt', label: 'Para cuándo (opcional)', type: 'datetime-local' },
    {
      name: 'discountCode',
      label: 'Código de descuento (opcional)',
      max: MAX_LENGTHS.discountCode,
      autocomplete: 'off',
    },
    app.config.whatsapp.api && notifyField,
  ]
}

/** The areas of an option, which they name where there are several. */
const areasOf = ({ name, price, areas }: ShippingOption, isOneOfSeveral: boolean, currency: string) =>
  areas.map((area) => ({
    value: area.id,
    label: `${isOneOfSeveral ? `${name}: ` : ''}${area.name}, ${priceText(area.price ?? price, currency)}`,
  }))

const priceText = (price: number, currency: string) =>
  price === 0 ? 'gratis' : formatAmount(price, currency)

/** The customer is notified only if the person ticks it. */
const notifyField = {
  name: 'notifyCustomer',
  label: 'Avisarle por WhatsApp',
  hint: 'Solo si quien pide lo acepta: al confirmar el pedido, y cuando sale o está listo para recoger.',
  value: false,
}

const emptyList = ({ base }: StoreContext): Html =>
  emptyState(
    'products',
    'Todavía no hay qué pedir',
    'Agrega tu primer producto y vuelve: el pedido toma sus precios.',
    html`<a class="button" href="${base}/productos/nuevo">Agregar un producto</a>`,
  )
