import { type Issue, issuesIn } from '../../core/errors/errors.ts'
import { isId, newSecret } from '../../core/values/id.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { cleanText } from '../../core/values/text.ts'
import { NewOrder } from '../../features/orders/create.ts'
import { readCart, type PricedLine } from './cart.ts'
import type { PaymentChoice, Shipping } from './checkout-choices.ts'
import { readPhone } from '../../core/pages/phone.ts'
import { earliestOf } from '../../features/shipping/estimate.ts'
import type { Shop } from './shop.ts'

const names = [
  'name',
  'phone',
  'address',
  'notes',
  'shippingOptionId',
  'areaId',
  'discountCode',
  'wantedAt',
  'notifyCustomer',
  'paymentMethodId',
  'changeFor',
  'key',
  'expectedTotal',
  'seenShipping',
  'seenDiscount',
  'isTotalRefused',
] as const
export type CheckoutFields = Record<(typeof names)[number], string>

/**
 * The fields as they were typed, and of the form its idempotency key and what it showed that the order costs. With `isTotalRefused` the
 * order was not placed because it costs something else.
 */
export function readCheckoutForm(body: unknown) {
  const fields = (body ?? {}) as Record<string, unknown>
  const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 4000) : '')
  const typed = Object.fromEntries(names.map((name) => [name, textOf(fields[name])])) as CheckoutFields
  const hour = fields[`hour.${typed.wantedAt}`] // of the day that was chosen
  if (typeof hour === 'string') typed.wantedAt = hour.slice(0, 40)
  typed.discountCode = cleanText(typed.discountCode, 'one') ?? ''
  if (!isId(typed.shippingOptionId)) typed.shippingOptionId = ''
  if (!isId(typed.areaId)) typed.areaId = ''
  if (!isId(typed.paymentMethodId)) typed.paymentMethodId = ''
  if (!/^[A-Za-z0-9]{24}$/.test(typed.key)) typed.key = newSecret(24)
  return { typed, lines: readCart(fields) }
}

const check = compileValidator(NewOrder, 'body')

/** The order of a form, validated by the API's schema, or its errors by field. */
export function toNewOrder(
  shop: Shop,
  typed: CheckoutFields,
  lines: PricedLine[],
  options: Shipping[],
  choices: PaymentChoice[],
): { order: NewOrder } | { issues: Issue[] } {
  const { name, notes, shippingOptionId, discountCode, wantedAt } = typed
  const option = options.find(({ id }) => id === shippingOptionId)
  const { kind, hasAreas } = option ?? {}
  const isCash = choices.some(({ id, kind }) => id === typed.paymentMethodId && kind === 'cash')
  const address = kind === 'pickup' ? '' : typed.address.trim()
  const checked = check({
    storeId: shop.id,
    name,
    phone: readPhone(shop, typed.phone) ?? typed.phone,
    address: address || null,
    notes: notes || null,
    shippingOptionId: shippingOptionId || null,
    areaId: (hasAreas && typed.areaId) || null,
    discountCode: discountCode || null,
    wantedAt: wantedAt || null,
    notifyCustomer: typed.notifyCustomer !== '',
    paymentMethodId: typed.paymentMethodId || null,
    changeFor: isCash && typed.changeFor !== '' ? Number(typed.changeFor) : null,
    expectedTotal: typed.expectedTotal === '' ? null : Number(typed.expectedTotal),
    items: lines.map((line) => ({
      variantId: line.variantId,
      quantity: line.quantity,
      ...restOfItem(line),
    })),
  })
  const issues = [
    ...(checked.error ? issuesIn(checked.error).map(forShopper) : []),
    ...(kind === 'delivery' && !address ? [noAddress] : []),
    ...(isTooEarly(shop, option, wantedAt) ? [tooEarly] : []),
  ]
  return 'value' in checked && issues.length === 0 ? { order: checked.value as NewOrder } : { issues }
}

/** What was chosen for a line and its note, as an order has them; null for most lines. */
export function restOfItem({ modifiers, note }: PricedLine) {
  if (modifiers.length === 0 && !note) return null
  return {
    modifiers: modifiers.map(({ choiceId, quantity }) => ({ choiceId, quantity })),
    note: note || null,
  }
}

/** The API's message requests the country's code, which the form says is not needed. */
const forShopper = (issue: Issue): Issue =>
  issue.field === 'phone' && issue.reason === 'format' ? { ...issue, message: WRONG_PHONE } : issue

const WRONG_PHONE = 'Revisa el número: parece incompleto. Si es de otro país, empieza por + y su código'

const noAddress: Issue = {
  field: 'address',
  reason: 'required',
  message: 'Escribe a dónde te lo llevamos',
}

const tooEarly: Issue = {
  field: 'wantedAt',
  reason: 'minimum',
  message: 'Para entonces no llega con esta entrega: elige otro día',
}

/** With an hour to spare for a page that was open for a while. What is past is rejected with the order, in other words. */
function isTooEarly({ timeZone }: Shop, option: Shipping | undefined, wantedAt: string): boolean {
  const [now, wanted] = [Date.now(), Date.parse(wantedAt)]
  return wanted > now && wanted + 3_600_000 < earliestOf(option?.estimatedDelivery ?? null, now, timeZone)
}
