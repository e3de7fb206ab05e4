import { type Issue, issuesIn } from '../../core/errors/errors.ts'
import { isId, newSecret } from '../../core/values/id.ts'
import { t } from '../../core/texts/text.ts'
import { compileValidator } from '../../core/http/schema.ts'
import type { Sql } from '../../core/database/db.ts'
import { cleanText } from '../../core/values/text.ts'
import { readAmount } from '../../core/values/written-amount.ts'
import { NewOrder } from '../../features/orders/create.ts'
import { AREA_REQUIRED, TABLE_REQUIRED } from '../../features/orders/errors.ts'
import type { CartLine } from '../../features/catalog/address.ts'
import { readCart } from './cart.ts'
import { listPaymentChoices, listShipping, type PaymentChoice, type Shipping } from './checkout-choices.ts'
import { toItems } from '../../features/carts/price-choices.ts'
import { readPhone } from '../../core/pages/phone.ts'
import { earliestOf } from '../../features/shipping/estimate.ts'
import type { Shop } from '../../features/catalog/shop.ts'

const names = [
  'name',
  'phone',
  'address',
  'notes',
  'shippingOptionId',
  'areaId',
  'table',
  'discountCode',
  'wantedAt',
  'notifyCustomer',
  'paymentMethodId',
  'changeFor',
  'key',
  'expectedTotal',
  'seenShipping',
  'seenDiscount',
  'location',
] as const
export type CheckoutFields = Record<(typeof names)[number], string>
export type CheckoutForm = { submitted: CheckoutFields; lines: CartLine[] }

/** The fields as they were typed, and of the form its idempotency key and what it showed that the order costs. */
export function readCheckoutForm(body: unknown): CheckoutForm {
  const fields = (body ?? {}) as Record<string, unknown>
  const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 4000) : '')
  const submitted = Object.fromEntries(names.map((name) => [name, textOf(fields[name])])) as CheckoutFields
  const hour = fields[`hour.${submitted.wantedAt}`] // of the day that was chosen
  if (typeof hour === 'string') submitted.wantedAt = hour.slice(0, 40)
  submitted.discountCode = cleanText(submitted.discountCode, 'one') ?? ''
  if (!isId(submitted.shippingOptionId)) submitted.shippingOptionId = ''
  if (!isId(submitted.areaId)) submitted.areaId = ''
  if (!isId(submitted.paymentMethodId)) submitted.paymentMethodId = ''
  if (!/^[A-Za-z0-9]{24}$/.test(submitted.key)) submitted.key = newSecret(24)
  return { submitted, lines: readCart(fields) }
}

const check = compileValidator(NewOrder, 'body')

/** The order of a form, validated by the API's schema, or its errors by field. */
export async function toNewOrder(
  sql: Sql,
  shop: Shop,
  { submitted, lines }: CheckoutForm,
): Promise<{ order: NewOrder } | { issues: Issue[] }> {
  const [options, payments, items] = await Promise.all([
    listShipping(sql, shop.id),
    listPaymentChoices(sql, shop.id),
    toItems(sql, shop.id, lines),
  ])
  const option = options.find(({ id }) => id === submitted.shippingOptionId)
  const { kind, hasAreas } = option ?? {}
  const change = readChange(shop, submitted, payments)
  const place = placeOf(kind, submitted)
  const checked = check({
    storeId: shop.id,
    name: submitted.name,
    phone: readPhone(shop, submitted.phone) ?? submitted.phone,
    ...place,
    notes: submitted.notes || null,
    shippingOptionId: submitted.shippingOptionId || null,
    areaId: (hasAreas && submitted.areaId) || null,
    discountCode: submitted.discountCode || null,
    wantedAt: submitted.wantedAt || null,
    notifyCustomer: submitted.notifyCustomer !== '',
    paymentMethodId: submitted.paymentMethodId || null,
    changeFor: 'value' in change ? change.value : null,
    expectedTotal: submitted.expectedTotal === '' ? null : Number(submitted.expectedTotal),
    items,
  })
  const issues = [
    ...(checked.error ? issuesIn(checked.error).map(forShopper) : []),
    ...(hasAreas && !submitted.areaId ? [noArea] : []),
    ...('value' in change ? [] : [{ field: 'changeFor', ...change }]),
    ...(kind === 'delivery' && !place.address ? [noAddress] : []),
    ...(kind === 'here' && !place.table ? [noTable] : []),
    ...(isTooEarly(shop, option, submitted.wantedAt) ? [tooEarly] : []),
  ]
  return 'value' in checked && issues.length === 0 ? { order: checked.value as NewOrder } : { issues }
}

/** Where the order goes, of what was submitted for any option. */
function placeOf(kind: Shipping['kind'] | undefined, { address, location, table }: CheckoutFields) {
  const isBrought = kind === undefined || kind === 'delivery'
  return {
    address: (isBrought && address.trim()) || null,
    location: isBrought && location !== '' ? readPlace(location) : null,
    table: (kind === 'here' && table.trim()) || null,
  }
}

/** The phone's place as its script writes it: `14.5586,-90.7295`. The validator refuses what is no number. */
function readPlace(text: string) {
  const [latitude, longitude] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return { latitude, longitude }
}

function readChange(shop: Shop, { paymentMethodId, changeFor }: CheckoutFields, payments: PaymentChoice[]) {
  const isCash = payments.some(({ id, kind }) => id === paymentMethodId && kind === 'cash')
  return isCash && changeFor.trim() !== '' ? readAmount(changeFor, shop.currency) : { value: null }
}

/** The API's message requests the country's code, which the form says is not needed. */
const forShopper = (issue: Issue): Issue =>
  issue.field === 'phone' && issue.reason === 'format' ? { ...issue, message: wrongPhone } : issue

const wrongPhone = t('Revisa el número: parece incompleto. Si es de otro país, empieza por + y su código')

const noArea: Issue = { field: 'areaId', reason: 'required', message: AREA_REQUIRED }

const noTable: Issue = { field: 'table', reason: 'required', message: TABLE_REQUIRED }

const noAddress: Issue = {
  field: 'address',
  reason: 'required',
  message: t('Escribe a dónde te lo llevamos'),
}

const tooEarly: Issue = {
  field: 'wantedAt',
  reason: 'minimum',
  message: t('Para entonces no llega con esta entrega: elige otro día'),
}

/** With an hour to spare for a page that was open for a while. What is past is rejected with the order, in other words. */
function isTooEarly({ timeZone }: Shop, option: Shipping | undefined, wantedAt: string): boolean {
  const [now, wanted] = [Date.now(), Date.parse(wantedAt)]
  return wanted > now && wanted + 3_600_000 < earliestOf(option?.estimatedDelivery ?? null, now, timeZone)
}
