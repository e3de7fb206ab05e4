import { formatAmount } from '../../../core/values/money.ts'
import { joined, t, type Wording } from '../../../core/texts/text.ts'
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
    label: joined([name, areas.length > 0 ? t('según la zona') : priceText(price, store.currency)], ', '),
  }))
  const areaOptions = active.flatMap((option) => areasOf(option, active.length > 1, store.currency))
  return [
    options.length > 0 && {
      name: 'shippingOptionId',
      label: t('Entrega'),
      options: [{ value: '', label: t('Sin entrega') }, ...options],
    },
    areaOptions.length > 0 && {
      name: 'areaId',
      label: t('Zona (si la entrega tiene zonas)'),
      options: [{ value: '', label: t('Sin zona') }, ...areaOptions],
    },
    active.some(({ kind }) => kind === 'here') && {
      name: 'table',
      label: t('Mesa (si se toma en la tienda)'),
      max: MAX_LENGTHS.table,
      autocomplete: 'off',
    },
    address,
    methods.length > 0 && {
      name: 'paymentMethodId',
      label: t('Cómo paga'),
      options: [
        { value: '', label: t('Sin decir') },
        ...methods.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ]
}

const areasOf = ({ name, price, areas }: ShippingOption, isOneOfSeveral: boolean, currency: string) =>
  areas.map((area) => ({
    value: area.id,
    label: joined(
      [`${isOneOfSeveral ? `${name}: ` : ''}${area.name}`, priceText(area.price ?? price, currency)],
      ', ',
    ),
  }))

const priceText = (price: number, currency: string): Wording =>
  price === 0 ? t('gratis') : formatAmount(price, currency)

export const paymentFields = ({ app }: StoreContext): Part => [
  folded(t('Hora, descuento y notas'), [
    { name: 'wantedAt', label: t('Para cuándo (opcional)'), type: 'datetime-local' },
    {
      name: 'discountCode',
      label: t('Código de descuento (opcional)'),
      max: MAX_LENGTHS.discountCode,
      autocomplete: 'off',
    },
    { name: 'notes', label: t('Notas (opcional)'), max: MAX_LENGTHS.notes, lines: 2 },
    {
      name: 'isTest',
      label: t('Es de prueba'),
      hint: t('No cuenta en el reporte ni en el historial del cliente.'),
      value: false,
    },
  ]),
  {
    name: 'isConfirmed',
    label: t('Ya está confirmado'),
    hint: t('Apagado, queda entre los nuevos hasta que lo confirmes.'),
    value: true,
  },
  app.config.whatsapp.api && notifyField,
]

/** The customer is notified only if the person ticks it. */
const notifyField = {
  name: 'notifyCustomer',
  label: t('Avisarle por WhatsApp'),
  hint: t('Solo si quien pide lo acepta: al confirmar el pedido, y cuando sale o está listo para recoger.'),
  value: false,
}
