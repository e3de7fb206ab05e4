import { type ShippingOption, shippingOptions } from '../../../features/shipping/shipping-option.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { areaFields, withAreas } from './area-fields.ts'
import { Move, moveRow, orderMode } from '../parts/move.ts'
import { discardForm, KEPT_THEIRS } from '../forms/discard-form.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf, deletionForm, submit } from '../parts/form.ts'
import { badge, emptyState, collapsible, list } from '../parts/list.ts'
import { moneyField } from '../parts/money-field.ts'

const back = ({ base }: StoreContext) => ({ href: `${base}/envios`, label: 'Envíos' })

export const shippingPage = storePage({
  path: '/envios',
  needs: 'shipping:read',
  async show(context) {
    const options = await optionsOf(context)
    const order = orderMode(context, '/envios', 'shipping:write', options)
    const rows = options.map((option) => ({ ...rowOf(context, option), tools: order.tools(option) }))
    return {
      title: 'Envíos',
      fields: newFields(context),
      action: order.link,
      main: html`
        ${rows.length > 0 ? list(rows, 'Opciones de envío') : emptyList}
        ${order.isOn ? null : newOption(context, rows.length === 0)}
      `,
    }
  },
  forms: {
    '/envios': { operation: shippingOptions.create, done: ({ name }) => `Agregaste ${String(name)}` },
    '/envios/:id/mover': {
      body: Move,
      needs: 'shipping:write',
      run: async (context, move: Move) =>
        moveRow(context, shippingOptions.update, await optionsOf(context), move, '/envios'),
    },
  },
})

export const shippingOptionPage = storePage({
  path: '/envios/:id',
  needs: 'shipping:read',
  async show(context) {
    const option = await shippingOptions.find(context.sql, context.store.id, context.params['id']!)
    const form = context.form(`/envios/${option.id}`)
    const fields: Part[] = [
      optionFields(context, option),
      areaFields(context, form, option),
      {
        name: 'isActive',
        label: 'Se puede elegir',
        hint: 'Apágalo cuando no entregues así por un tiempo.',
        value: option.isActive,
      },
      submit('Guardar'),
    ]
    return {
      title: option.name,
      fields,
      back: back(context),
      main: html`
        ${formOf(form, fields, { version: shippingOptions.formEtag(option) })}
        ${deletionForm(
          context.form(`/envios/${option.id}/eliminar`),
          'Eliminar la opción',
          'Nadie podrá elegirla. Los pedidos que ya la tienen no cambian.',
        )}
      `,
    }
  },
  forms: {
    '/envios/:id': {
      operation: shippingOptions.update,
      undo: true,
      done: 'Guardado',
      next: () => '/envios',
      toApi: async (fields, { sql, store, params }) =>
        withAreas(fields, (await shippingOptions.find(sql, store.id, params['id']!)).areas, store.currency),
    },
    '/envios/:id/descartar': discardForm('/envios/:id', 'shipping:write', KEPT_THEIRS),
    '/envios/:id/eliminar': {
      operation: shippingOptions.delete,
      undo: true,
      done: 'Eliminaste la opción de envío',
      next: () => '/envios',
    },
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

const newFields = (context: StoreContext): Part[] => [optionFields(context, null), submit('Agregar')]

/** A new one, behind its own button where there are some already. */
function newOption(context: StoreContext, isFirst: boolean): Html | null {
  if (!context.can('shipping:write')) return null
  const form = context.form('/envios')
  return collapsible('Agregar una opción', formOf(form, newFields(context)), isFirst || form.isTyped)
}

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

const emptyList = emptyState(
  'truck',
  'Todavía no hay formas de entrega',
  'Di cómo entregas y cuánto cuesta: quien compra lo ve en el total y no tiene que preguntar.',
)

/** All of them: a store has 50 at most. */
async function optionsOf({ sql, store }: StoreContext): Promise<ShippingOption[]> {
  return (await shippingOptions.page(sql, store.id, { limit: 100, offset: 0 })).data
}
