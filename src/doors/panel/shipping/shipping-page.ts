import { html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { shippingOptions, type ShippingOption } from '../../../features/shipping/shipping-option.ts'
import { areaFields, withAreas } from './area-fields.ts'
import type { StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { submit } from '../parts/form.ts'
import { badge, emptyState } from '../parts/list.ts'
import { moneyField } from '../parts/money-field.ts'
import { orderedListPage, rowPage } from '../parts/resource-pages.ts'

const emptyList = emptyState(
  'truck',
  'Todavía no hay formas de entrega',
  'Di cómo entregas y cuánto cuesta: quien compra lo ve en el total y no tiene que preguntar.',
)

export const shippingPage = orderedListPage(shippingOptions, {
  path: '/envios',
  title: 'Envíos',
  label: 'Opciones de envío',
  row: rowOf,
  empty: emptyList,
  create: {
    fields: (context) => [optionFields(context, null), submit('Agregar')],
    summary: 'Agregar una opción',
    done: ({ name }) => `Agregaste ${String(name)}`,
  },
})

export const shippingOptionPage = rowPage(shippingOptions, {
  path: '/envios',
  back: 'Envíos',
  title: ({ name }) => name,
  fields: (context, option, form) => [
    optionFields(context, option),
    areaFields(context, form, option),
    {
      name: 'isActive',
      label: 'Se puede elegir',
      hint: 'Apágalo cuando no entregues así por un tiempo.',
      value: option.isActive,
    },
  ],
  isVersioned: true,
  removal: {
    label: 'Eliminar la opción',
    text: 'Nadie podrá elegirla. Los pedidos que ya la tienen no cambian.',
    done: 'Eliminaste la opción de envío',
  },
  update: {
    toApi: async (fields, { sql, store, params }) =>
      withAreas(fields, (await shippingOptions.find(sql, store.id, params['id']!)).areas, store.currency),
  },
})

function rowOf({ base, store }: StoreContext, option: ShippingOption) {
  const { id, name, price, kind, estimatedDelivery, isActive, areas } = option
  return {
    href: `${base}/envios/${id}`,
    title: name,
    detail: html`${kind === 'pickup' && html`${badge('Se recoge')} `}${estimatedDelivery}${!isActive && html` ${badge('Apagada')}`}`,
    end: areas.length > 0 ? areaCount(areas) : price === 0 ? 'Gratis' : formatAmount(price, store.currency),
    isFaint: !isActive,
  }
}

const areaCount = ({ length }: ShippingOption['areas']) => `${length} ${length === 1 ? 'zona' : 'zonas'}`

const optionFields = ({ store }: StoreContext, option: ShippingOption | null): Part[] => [
  {
    name: 'name',
    label: 'Nombre',
    value: option?.name ?? '',
    max: 80,
    required: true,
    placeholder: 'Envío a domicilio',
  },
  {
    name: 'kind',
    label: 'Cómo se entrega',
    value: option?.kind ?? 'delivery',
    options: [
      { value: 'delivery', label: 'Se lleva a domicilio' },
      { value: 'pickup', label: 'Se recoge en la tienda' },
      { value: 'here', label: 'Se toma en una mesa de la tienda' },
    ],
  },
  moneyField(store, {
    name: 'price',
    label: 'Precio',
    value: option?.price ?? null,
    required: true,
    hint: 'Escribe 0 si es gratis.',
  }),
  {
    name: 'estimatedDelivery',
    label: 'Cuánto tarda (opcional)',
    value: option?.estimatedDelivery ?? '',
    max: 80,
    placeholder: '1 a 2 días hábiles',
  },
  {
    name: 'description',
    label: 'Más detalles (opcional)',
    value: option?.description ?? '',
    max: 500,
    lines: 2,
  },
]
