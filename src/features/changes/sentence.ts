import { locales } from '../../core/texts/language.ts'
import { Formatted, joined, t, wordingIn, type Localized, type Wording } from '../../core/texts/text.ts'
import { connectionTitle } from '../connections/connection.ts'
import type { OrderStatus } from '../orders/order.ts'
import type { PaymentState } from '../orders/payment.ts'
import { amountNames } from '../products/fields.ts'
import type { ChangedBy, ChangeItem, ChangeResource } from './change.ts'
import { labelOf } from './field-labels.ts'
import { plainRecords } from './plain-resources.ts'

type SentenceInput = {
  by: ChangedBy
  actor: string | null
  items: ChangeItem[]
  itemCount: number
  productCount: number
  isUndo: boolean
}

/** A change as people say it: `Ana cambió el precio de Café de 100 a 120`. */
export function describeChange({
  by,
  actor,
  items,
  itemCount,
  productCount,
  isUndo,
}: SentenceInput): Localized {
  const isImport = by === 'import' && productCount > 1
  const what = isImport
    ? t('importó {n} productos', { n: productCount })
    : itemCount > 1
      ? describeMany(items, itemCount)
      : describeOne(items[0]!)
  const who = subjectOf(by, actor)
  return isUndo ? t('{who} deshizo un cambio: {what}', { who, what }) : joined([who, what], ' ')
}

function subjectOf(by: ChangedBy, actor: string | null): Wording {
  if (by === 'operator') return t('El operador del servicio')
  if (by === 'assistant') return actor ? t('Un asistente de {actor}', { actor }) : t('Un asistente')
  if (by === 'api') return actor ? t('Una clave de {actor}', { actor }) : t('Una clave de API')
  if (by === 'whatsapp')
    return actor ? t('{actor}, por WhatsApp,', { actor }) : t('Alguien del equipo, por WhatsApp,')
  return actor ?? t('Alguien del equipo')
}

type Words = { one: Localized; many: Localized; of: Localized }

const of = t('de')

const resourceWords = {
  product: { one: t('el producto'), many: t('productos'), of },
  variant: { one: t('la variante'), many: t('variantes'), of },
  paymentAccount: { one: t('la cuenta de'), many: t('cuentas de cobro'), of: t('de la cuenta de') },
  order: { one: t('el pedido'), many: t('pedidos'), of: t('del pedido') },
  store: { one: t('la tienda'), many: t('tiendas'), of: t('de la tienda') },
  theme: { one: t('el diseño'), many: t('diseños'), of: t('del diseño') },
  member: { one: t('a alguien del equipo'), many: t('personas del equipo'), of },
  invitation: {
    one: t('una invitación al equipo'),
    many: t('invitaciones'),
    of: t('de una invitación al equipo'),
  },
  apiKey: { one: t('la clave de API'), many: t('claves de API'), of: t('de la clave de API') },
  webhook: { one: t('un webhook'), many: t('webhooks'), of: t('de un webhook') },
  connection: { one: t('la conexión'), many: t('conexiones'), of: t('de la conexión') },
  ...Object.fromEntries(plainRecords.map(({ resource, words }) => [resource, words])),
} as Record<ChangeResource, Words>

type Verb = (what: Localized) => Localized

const verbs = {
  create: (what) => t('creó {what}', { what }),
  update: (what) => t('cambió {what}', { what }),
  delete: (what) => t('eliminó {what}', { what }),
  restore: (what) => t('restauró {what}', { what }),
} satisfies Record<ChangeItem['action'], Verb>

/** Names the item that caused the others, such as a category that was taken off its products; otherwise only the number. */
function describeMany(items: ChangeItem[], count: number): Localized {
  const chosen = items.find(({ resource, after }) => resource === 'theme' && after?.['isActive'] === true)
  if (chosen) return describeOne(chosen)
  const others = items.filter(({ resource }) => resource !== 'product' && resource !== 'variant')
  if (others.length === 1 && items.length > 1) {
    const what = describeOne(others[0]!)
    return t('{what}, con {n, plural, one {un producto} other {# productos}}', { what, n: count - 1 })
  }
  const prices = describePrices(items, count)
  if (prices) return prices
  const kinds = new Set(items.map(({ resource }) => resource))
  const moved = new Set(items.map(({ after }) => after?.['status']))
  if (kinds.has('order') && kinds.size === 1 && moved.size === 1) {
    return describeMove(items[0]!, t('{n} pedidos', { n: count }))
  }
  const actions = new Set(items.map(({ action }) => action))
  const verb = actions.size === 1 ? verbs[[...actions][0]!] : verbs.update
  return verb(
    joined([String(count), kinds.size === 1 ? resourceWords[[...kinds][0]!].many : t('cosas')], ' '),
  )
}

const priceFields = new Set([...amountNames, 'quantityPrices', 'variants'])

/** `subió los precios de 118 productos un 7.5 %`; without the percentage where it is not the same for all, as after rounding. */
function describePrices(items: ChangeItem[], count: number): Localized | null {
  const isOfPrice = ({ resource, before, after }: ChangeItem) =>
    resource === 'product' && before && after && Object.keys(after).every((field) => priceFields.has(field))
  if (!items.every(isOfPrice)) return null
  const ratios = items.map(({ before, after }) => Number(after!['price']) / Number(before!['price']))
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  if (!(least > 1 || most < 1)) return null
  const percent = Math.abs(Math.round(((least + most) / 2 - 1) * 1000) / 10)
  const what = t('los precios de {n} productos', { n: count })
  const isUp = least > 1
  if (most - least >= 0.006) return isUp ? t('subió {what}', { what }) : t('bajó {what}', { what })
  return isUp
    ? t('subió {what} un {percent, number} %', { what, percent })
    : t('bajó {what} un {percent, number} %', { what, percent })
}

function describeOne(item: ChangeItem): Localized {
  const { resource, action } = item
  if (action !== 'update') return (verbsOfPeople[resource]?.[action] ?? verbs[action])(named(item))
  const fields = Object.keys(item.after ?? {}).filter((field) => isDescribed(field, item.after!))
  if (fields.length === 1) return describeField(item, fields[0]!)
  const labels = fields.map((field) => labelOf(resource, field))
  if (labels.length === 0 || labels.length > 3) return verbs.update(named(item))
  return verbs.update(joined([listed(labels), ofWhat(item)], ' '))
}

/** `el precio, las fotos y el nombre` */
const listed = (labels: Wording[]) =>
  new Formatted((language) =>
    new Intl.ListFormat(locales[language]).format(labels.map((label) => wordingIn(label, language))),
  )

const added: Verb = (what) => t('agregó {what}', { what })
const removed: Verb = (what) => t('quitó {what}', { what })

const verbsOfPeople: Partial<Record<ChangeResource, Partial<Record<ChangeItem['action'], Verb>>>> = {
  member: { create: added, delete: removed },
  invitation: {
    create: (what) => t('envió {what}', { what }),
    delete: (what) => t('retiró {what}', { what }),
  },
  connection: { create: added, delete: removed },
  order: { create: (what) => t('anotó {what}', { what }) },
}

/** `imageUrl` is the first of `images`. */
const isDescribed = (field: string, fields: object) => field !== 'imageUrl' || !('images' in fields)

function describeField(item: ChangeItem, field: string): Localized {
  const { resource, before, after } = item
  const [from, to] = [before?.[field], after?.[field]]
  if (field === 'isActive') return describeSwitch(item, to === true)
  const whole = named(item)
  if (field === 'isPaused')
    return to === true ? t('puso en pausa {what}', { what: whole }) : t('reactivó {what}', { what: whole })
  if (field === 'revokedAt' && to !== null) return t('revocó {what}', { what: whole })
  if (field === 'paymentState') return paymentMoves[to as PaymentState](whole)
  if (resource === 'order' && field === 'status') return describeMove(item, whole)
  if (field === 'name' && typeof from === 'string')
    return t('cambió el nombre de {from} a {to}', { from, to: String(to) })
  const what = joined([labelOf(resource, field), ofWhat(item)], ' ')
  return hasReadableValues(field) && isShort(from) && isShort(to)
    ? t('cambió {what} de {from} a {to}', { what, from: String(from), to: String(to) })
    : verbs.update(what)
}

const paymentMoves: Record<PaymentState, Verb> = {
  PENDING: (what) => t('marcó por pagar {what}', { what }),
  REVIEW: (what) => t('puso en revisión el pago de {what}', { what }),
  PAID: (what) => t('marcó como pagado {what}', { what }),
  REFUNDED: (what) => t('marcó como devuelto {what}', { what }),
}

const steps: Record<OrderStatus, { move: Verb; back: Verb }> = {
  pending: {
    move: (what) => t('recibió {what}', { what }),
    back: (what) => t('dejó otra vez por confirmar {what}', { what }),
  },
  confirmed: {
    move: (what) => t('confirmó {what}', { what }),
    back: (what) => t('dejó otra vez confirmado {what}', { what }),
  },
  shipped: {
    move: (what) => t('marcó como enviado {what}', { what }),
    back: (what) => t('dejó otra vez enviado {what}', { what }),
  },
  delivered: {
    move: (what) => t('marcó como entregado {what}', { what }),
    back: (what) => t('dejó otra vez entregado {what}', { what }),
  },
  cancelled: {
    move: (what) => t('canceló {what}', { what }),
    back: (what) => t('dejó otra vez cancelado {what}', { what }),
  },
}

function describeMove({ before, after }: ChangeItem, what: Localized): Localized {
  const order = Object.keys(steps)
  const [from, to] = [before?.['status'], after?.['status']] as [OrderStatus, OrderStatus]
  return steps[to][order.indexOf(to) < order.indexOf(from) ? 'back' : 'move'](what)
}

function describeSwitch(item: ChangeItem, isOn: boolean): Localized {
  const what = named(item)
  const isInShop = ['product', 'category', 'variant'].includes(item.resource)
  if (item.resource === 'theme') return isOn ? t('eligió {what}', { what }) : t('dejó {what}', { what })
  if (isInShop) return isOn ? t('mostró {what}', { what }) : t('ocultó {what}', { what })
  return isOn ? t('activó {what}', { what }) : t('desactivó {what}', { what })
}

/** Ids and enum values of the API are not shown to people. */
const hasReadableValues = (field: string) => !/Id$|^(?:role|type|kind)$/.test(field)

const isShort = (value: unknown) =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= 30 && !/^\d{4}-\d\d-\d\dT/.test(value))

const unnamedResources = new Set<ChangeResource>(['store', 'invitation', 'webhook'])

export const nameOf = ({ resource, id, name }: Named): Wording | null =>
  resource === 'connection' ? connectionTitle(id) : name

type Named = Pick<ChangeItem, 'resource' | 'id' | 'name'>

function named(item: Named): Localized {
  const { one } = resourceWords[item.resource]
  const name = nameOf(item)
  if (!name || unnamedResources.has(item.resource)) return one
  return item.resource === 'member' ? t('a {name}', { name }) : joined([one, name], ' ')
}

function ofWhat(item: Named): Localized {
  const words = resourceWords[item.resource]
  const name = nameOf(item) ?? (words.of === of ? t('alguien del equipo') : '')
  return name && !unnamedResources.has(item.resource) ? joined([words.of, name], ' ') : words.of
}
