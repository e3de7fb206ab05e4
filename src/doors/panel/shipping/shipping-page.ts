import { t } from '../../../core/texts/text.ts'
import { html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { shippingOptions, type ShippingOption } from '../../../features/shipping/shipping-option.ts'
import { areaFields, withAreas } from './area-fields.ts'
import { withFreePrices } from '../forms/free-price.ts'
import type { StoreContext } from '../page.ts'
import { optionsOf, type Part } from '../parts/field.ts'
import { submit } from '../parts/form.ts'
import { badge, emptyState } from '../parts/list.ts'
import { moneyField } from '../parts/money-field.ts'
import { orderedListPage, rowPage } from '../parts/resource-pages.ts'

const emptyList = emptyState(
  'truck',
  t('Todavía no hay formas de entrega'),
  t('Di cómo entregas y cuánto cuesta: quien compra lo ve en el total y no tiene que preguntar.'),
)

export const shippingPage = orderedListPage(shippingOptions, {
  path: '/envios',
  title: t('Envíos'),
  label: t('Opciones de envío'),
  row: rowOf,
  empty: emptyList,
  create: {
    fields: (context) => [optionFields(context, null), submit(t('Agregar'))],
    summary: t('Agregar una opción'),
    done: ({ name }) => t('Agregaste {name}', { name: String(name) }),
    toApi: withFreePrices,
  },
})

export const shippingOptionPage = rowPage(shippingOptions, {
  path: '/envios',
  back: t('Envíos'),
  title: ({ name }) => name,
  fields: (context, option, form) => [
    optionFields(context, option),
    areaFields(context, form, option),
    {
      name: 'isActive',
      label: t('Se puede elegir'),
      hint: t('Apágalo cuando no entregues así por un tiempo.'),
      value: option.isActive,
    },
  ],
  isVersioned: true,
  removal: {
    label: t('Eliminar la opción'),
    text: t('Nadie podrá elegirla. Los pedidos que ya la tienen no cambian.'),
    done: t('Eliminaste la opción de envío'),
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
    detail: html`${kind === 'pickup' && html`${badge(t('Se recoge'))} `}${estimatedDelivery}${!isActive && html` ${badge(t('Apagada'))}`}`,
    end:
      areas.length > 0 ? areaCount(areas) : price === 0 ? t('Gratis') : formatAmount(price, store.currency),
    isFaint: !isActive,
  }
}

const areaCount = ({ length }: ShippingOption['areas']) =>
  t('{n, plural, one {# zona} other {# zonas}}', { n: length })

export const kindNames = {
  delivery: t('Se lleva a domicilio'),
  pickup: t('Se recoge en la tienda'),
  here: t('Se toma en una mesa de la tienda'),
}

const optionFields = ({ store }: StoreContext, option: ShippingOption | null): Part[] => [
  {
    name: 'name',
    label: t('Nombre'),
    value: option?.name ?? '',
    max: 80,
    required: true,
    placeholder: t('Envío a domicilio'),
  },
  {
    name: 'kind',
    label: t('Cómo se entrega'),
    value: option?.kind ?? 'delivery',
    options: optionsOf(kindNames),
  },
  moneyField(store, {
    name: 'price',
    label: t('Precio'),
    value: option?.price ?? null,
    required: true,
    hint: t('Escribe 0 si es gratis.'),
  }),
  {
    name: 'estimatedDelivery',
    label: t('Cuánto tarda (opcional)'),
    value: option?.estimatedDelivery ?? '',
    max: 80,
    placeholder: t('1 a 2 días hábiles'),
  },
  {
    name: 'description',
    label: t('Más detalles (opcional)'),
    value: option?.description ?? '',
    max: 500,
    lines: 2,
  },
]
