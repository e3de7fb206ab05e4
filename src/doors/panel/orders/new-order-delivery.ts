import { formatAmount } from '../../../core/values/money.ts'
import { MAX_LENGTHS } from '../../../features/orders/order.ts'
import { paymentMethods } from '../../../features/payments/payment-method.ts'
import { type ShippingOption, shippingOptions } from '../../../features/shipping/shipping-option.ts'
import type { StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { folded } from './order-line-fields.ts'

export async function deliveryFields({ sql, store }: StoreContext, address: Part): Promise<Part[]> {
  const { data } = await shippingOptions.page(sql, store.id, { limit: 100, offset: 0 })
  const methods = (await paymentMethods.all(sql, store.id)).filter(({ isActive }) => isActive)
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
    active.some(({ kind }) => kind === 'here') && {
      name: 'table',
      label: 'Mesa (si se toma en la tienda)',
      max: MAX_LENGTHS.table,
      autocomplete: 'off',
    },
    address,
    methods.length > 0 && {
      name: 'paymentMethodId',
      label: 'Cómo paga',
      options: [
        { value: '', label: 'Sin decir' },
        ...methods.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ]
}

const areasOf = ({ name, price, areas }: ShippingOption, isOneOfSeveral: boolean, currency: string) =>
  areas.map((area) => ({
    value: area.id,
    label: `${isOneOfSeveral ? `${name}: ` : ''}${area.name}, ${priceText(area.price ?? price, currency)}`,
  }))

const priceText = (price: number, currency: string) =>
  price === 0 ? 'gratis' : formatAmount(price, currency)

export const paymentFields = ({ app }: StoreContext): Part => [
  folded('Hora, descuento y notas', [
    { name: 'wantedAt', label: 'Para cuándo (opcional)', type: 'datetime-local' },
    {
      name: 'discountCode',
      label: 'Código de descuento (opcional)',
      max: MAX_LENGTHS.discountCode,
      autocomplete: 'off',
    },
    { name: 'notes', label: 'Notas (opcional)', max: MAX_LENGTHS.notes, lines: 2 },
    {
      name: 'isTest',
      label: 'Es de prueba',
      hint: 'No cuenta en el reporte ni en el historial del cliente.',
      value: false,
    },
  ]),
  {
    name: 'isConfirmed',
    label: 'Ya está confirmado',
    hint: 'Apagado, queda entre los nuevos hasta que lo confirmes.',
    value: true,
  },
  app.config.whatsapp.api && notifyField,
]

/** The customer is notified only if the person ticks it. */
const notifyField = {
  name: 'notifyCustomer',
  label: 'Avisarle por WhatsApp',
  hint: 'Solo si quien pide lo acepta: al confirmar el pedido, y cuando sale o está listo para recoger.',
  value: false,
}
