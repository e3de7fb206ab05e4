import type { OrderStatus } from '../orders/order.ts'
import type { PaymentState } from '../orders/payment.ts'
import { amountNames, phrases } from '../products/fields.ts'
import type { ChangedBy, ChangeItem, ChangeResource } from './change.ts'
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
export function describeChange({ by, actor, items, itemCount, productCount, isUndo }: SentenceInput): string {
  const isImport = by === 'import' && productCount > 1
  const what = isImport
    ? `importó ${productCount} productos`
    : itemCount > 1
      ? describeMany(items, itemCount)
      : describeOne(items[0]!)
  return `${subjectOf(by, actor)} ${isUndo ? `deshizo un cambio: ${what}` : what}`
}

function subjectOf(by: ChangedBy, actor: string | null): string {
  if (by === 'operator') return 'El operador del servicio'
  if (by === 'assistant') return actor ? `Un asistente de ${actor}` : 'Un asistente'
  if (by === 'api') return actor ? `Una clave de ${actor}` : 'Una clave de API'
  if (by === 'whatsapp') return actor ? `${actor}, por WhatsApp,` : 'Alguien del equipo, por WhatsApp,'
  return actor ?? 'Alguien del equipo'
}

type Words = { one: string; many: string; of: string }

const resourceWords = {
  product: { one: 'el producto', many: 'productos', of: 'de' },
  variant: { one: 'la variante', many: 'variantes', of: 'de' },
  paymentAccount: { one: 'la cuenta de', many: 'cuentas de cobro', of: 'de la cuenta de' },
  order: { one: 'el pedido', many: 'pedidos', of: 'del pedido' },
  store: { one: 'la tienda', many: 'tiendas', of: 'de la tienda' },
  theme: { one: 'el diseño', many: 'diseños', of: 'del diseño' },
  member: { one: 'a', many: 'personas del equipo', of: 'de' },
  invitation: { one: 'una invitación al equipo', many: 'invitaciones', of: 'de una invitación al equipo' },
  apiKey: { one: 'la clave de API', many: 'claves de API', of: 'de la clave de API' },
  webhook: { one: 'un webhook', many: 'webhooks', of: 'de un webhook' },
  connection: { one: 'la conexión', many: 'conexiones', of: 'de la conexión' },
  ...Object.fromEntries(plainRecords.map(({ resource, words }) => [resource, words])),
} as Record<ChangeResource, Words>

const verbs = { create: 'creó', update: 'cambió', delete: 'eliminó', restore: 'restauró' }

/** Names the item that caused the others, such as a category that was taken off its products; otherwise only the number. */
function describeMany(items: ChangeItem[], count: number): string {
  const chosen = items.find(({ resource, after }) => resource === 'theme' && after?.['isActive'] === true)
  if (chosen) return describeOne(chosen)
  const others = items.filter(({ resource }) => resource !== 'product' && resource !== 'variant')
  if (others.length === 1 && items.length > 1) {
    return `${describeOne(others[0]!)}, con ${count === 2 ? 'un producto' : `${count - 1} productos`}`
  }
  const prices = describePrices(items, count)
  if (prices) return prices
  const kinds = new Set(items.map(({ resource }) => resource))
  const moved = new Set(items.map(({ after }) => after?.['status']))
  if (kinds.has('order') && kinds.size === 1 && moved.size === 1) {
    return describeMove({ ...items[0]!, name: null }).replace(resourceWords.order.one, `${count} pedidos`)
  }
  const actions = new Set(items.map(({ action }) => action))
  const verb = actions.size === 1 ? verbs[[...actions][0]!] : verbs.update
  return `${verb} ${count} ${kinds.size === 1 ? resourceWords[[...kinds][0]!].many : 'cosas'}`
}

const priceFields = new Set([...amountNames, 'quantityPrices', 'variants'])

/** `subió los precios de 118 productos un 7.5 %`; without the percentage where it is not the same for all, as after rounding. */
function describePrices(items: ChangeItem[], count: number): string | null {
  const isOfPrice = ({ resource, before, after }: ChangeItem) =>
    resource === 'product' && before && after && Object.keys(after).every((field) => priceFields.has(field))
  if (!items.every(isOfPrice)) return null
  const ratios = items.map(({ before, after }) => Number(after!['price']) / Number(before!['price']))
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  if (!(least > 1 || most < 1)) return null
  const percent = Math.abs(Math.round(((least + most) / 2 - 1) * 1000) / 10)
  return `${least > 1 ? 'subió' : 'bajó'} los precios de ${count} productos${most - least < 0.006 ? ` un ${percent} %` : ''}`
}

function describeOne(item: ChangeItem): string {
  const { resource, action, name } = item
  if (action !== 'update')
    return `${verbsOfPeople[resource]?.[action] ?? verbs[action]} ${named(resourceWords[resource].one, item)}`
  const fields = Object.keys(item.after ?? {}).filter((field) => isDescribed(field, item.after!))
  if (fields.length === 1) return describeField(item, fields[0]!)
  const labels = fields.map((field) => labelOf(resource, field))
  if (labels.length === 0 || labels.length > 3) return `cambió ${named(resourceWords[resource].one, item)}`
  return `cambió ${labels.slice(0, -1).join(', ')} y ${labels.at(-1)} ${ofWhat(resource, name)}`
}

const verbsOfPeople: Partial<Record<ChangeResource, Partial<typeof verbs>>> = {
  member: { create: 'agregó', delete: 'quitó' },
  invitation: { create: 'envió', delete: 'retiró' },
  connection: { create: 'agregó', delete: 'quitó' },
  order: { create: 'anotó' },
}

/** `imageUrl` is the first of `images`. */
const isDescribed = (field: string, fields: object) => field !== 'imageUrl' || !('images' in fields)

function describeField(item: ChangeItem, field: string): string {
  const { resource, name, before, after } = item
  const [from, to] = [before?.[field], after?.[field]]
  if (field === 'isActive') return describeSwitch(item, to === true)
  if (field === 'isPaused')
    return `${to === true ? 'puso en pausa' : 'reactivó'} ${named(resourceWords.connection.one, item)}`
  if (field === 'revokedAt' && to !== null) return `revocó ${named(resourceWords.apiKey.one, item)}`
  const what = `cambió ${labelOf(resource, field)} ${ofWhat(resource, name)}`
  if (field === 'paymentState')
    return `${paymentMoves[to as PaymentState]} ${named(resourceWords.order.one, item)}`
  if (resource === 'order' && field === 'status') return describeMove(item)
  if (field === 'name' && typeof from === 'string') return `cambió el nombre de ${from} a ${String(to)}`
  return hasReadableValues(field) && isShort(from) && isShort(to)
    ? `${what} de ${String(from)} a ${String(to)}`
    : what
}

const paymentMoves: Record<PaymentState, string> = {
  PENDING: 'marcó por pagar',
  REVIEW: 'puso en revisión el pago de',
  PAID: 'marcó como pagado',
  REFUNDED: 'marcó como devuelto',
}

const steps: Record<OrderStatus, { move: string; name: string }> = {
  pending: { move: 'recibió', name: 'por confirmar' },
  confirmed: { move: 'confirmó', name: 'confirmado' },
  shipped: { move: 'marcó como enviado', name: 'enviado' },
  delivered: { move: 'marcó como entregado', name: 'entregado' },
  cancelled: { move: 'canceló', name: 'cancelado' },
}

function describeMove(item: ChangeItem): string {
  const order = Object.keys(steps)
  const [from, to] = [item.before?.['status'], item.after?.['status']] as [OrderStatus, OrderStatus]
  const what = named(resourceWords.order.one, item)
  return order.indexOf(to) < order.indexOf(from)
    ? `dejó otra vez ${steps[to].name} ${what}`
    : `${steps[to].move} ${what}`
}

function describeSwitch(item: ChangeItem, isOn: boolean): string {
  const what = named(resourceWords[item.resource].one, item)
  const isInShop = ['product', 'category', 'variant'].includes(item.resource)
  if (item.resource === 'theme') return isOn ? `eligió ${what}` : `dejó ${what}`
  return `${isInShop ? (isOn ? 'mostró' : 'ocultó') : isOn ? 'activó' : 'desactivó'} ${what}`
}

/** Ids and enum values of the API are not shown to people. */
const hasReadableValues = (field: string) => !/Id$|^(?:role|type|kind)$/.test(field)

const isShort = (value: unknown) =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= 30 && !/^\d{4}-\d\d-\d\dT/.test(value))

const unnamedResources = new Set<ChangeResource>(['store', 'invitation', 'webhook'])

const someone = 'alguien del equipo'

const named = (what: string, { resource, name }: ChangeItem) => {
  if (resource === 'member') return `${what} ${name ?? someone}`
  return name && !unnamedResources.has(resource) ? `${what} ${name}` : what
}

const ofWhat = (resource: ChangeResource, name: string | null) => {
  const { of } = resourceWords[resource]
  if (of === 'de') return `de ${name ?? someone}`
  return name && !unnamedResources.has(resource) ? `${of} ${name}` : of
}

/** A field's Spanish label with its article; its API name if it has no label. */
export function labelOf(resource: ChangeResource, field: string): string {
  return ownLabels[resource]?.[field] ?? labels[field] ?? `«${field}»`
}

const ownLabels: Partial<Record<ChangeResource, Record<string, string>>> = {
  webhook: { url: 'la dirección', events: 'los eventos', secret: 'el secreto' },
  ...Object.fromEntries(plainRecords.map(({ resource, phrases: own }) => [resource, own])),
}

const labels: Record<string, string> = {
  ...phrases,
  variants: 'las variantes',
  whatsappNumber: 'el número de WhatsApp',
  currency: 'la moneda',
  messageTemplate: 'el mensaje del pedido',
  address: 'la dirección',
  instagram: 'el Instagram',
  paymentInstructions: 'cómo se paga',
  minimumOrder: 'el pedido mínimo',
  freeShippingFrom: 'el envío gratis',
  zeroPrice: 'lo que dice un precio 0',
  hours: 'el horario',
  timeZone: 'la zona horaria',
  closedUntil: 'el cierre',
  closedMessage: 'el aviso de cierre',
  allowedOrigins: 'los sitios que pueden usar la API',
  ordersWhileClosed: 'los pedidos fuera de horario',
  closedForOrders: 'los pedidos durante el cierre',
  published: 'los ajustes',
  confirmPaidOrders: 'la confirmación de lo pagado',
  unpaidHours: 'el plazo para pagar',
  phoneVerification: 'la confirmación de teléfonos',
  settings: 'los datos',
  isPaused: 'la pausa',
  role: 'el papel',
  status: 'el estado',
  scopes: 'los permisos',
  revokedAt: 'la revocación',
}
