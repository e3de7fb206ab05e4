import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey } from '../src/features/api-keys/create.ts'
import { categories, type NewCategory } from '../src/features/categories/category.ts'
import { newId } from '../src/core/values/id.ts'
import { STORE_SCOPES, type Scope } from '../src/core/auth/scopes.ts'
import { modifierGroups, type NewModifierGroup } from '../src/features/modifier-groups/modifier-group.ts'
import { addProduct, type NewProduct } from '../src/features/products/create.ts'
import type { Plan } from '../src/features/stores/store.ts'
import { confirmNumber } from '../src/features/stores/confirm-number.ts'
import { addStore } from '../src/features/stores/create.ts'
import { OPERATOR } from '../src/features/stores/number-member.ts'
import { WebhookEvent } from '../src/features/webhooks/webhook.ts'
import type { Answer, Service } from './service.ts'

/** An account with a password that is never used. */
export async function anAccount({ sql }: Pick<Service, 'sql'>) {
  const id = newId()
  const email = `${id}@ejemplo.test`
  await sql`insert into accounts (id, email, password_hash) values (${id}, ${email}, '')`
  return { id, email }
}

type Overrides = {
  currency?: string
  plan?: Plan
  whatsappNumber?: string | null
  scopes?: Scope[]
  ownerId?: string
}

/** A store with its owner and a key of it that may do everything. */
export async function aStore(service: Pick<Service, 'sql'>, overrides: Overrides = {}) {
  const ownerId = overrides.ownerId ?? (await anAccount(service)).id
  const store = await service.sql.begin((tx) =>
    addStore(tx, {
      ownerId,
      name: 'Café de la Antigua',
      slug: `tienda-${newId().slice(0, 12)}`,
      currency: overrides.currency ?? 'GTQ',
      whatsappNumber: overrides.whatsappNumber === undefined ? '+50255551234' : overrides.whatsappNumber,
      plan: overrides.plan ?? 'pro',
    }),
  )
  if (store.whatsappNumber !== null)
    await confirmNumber(service.sql, store.id, store.whatsappNumber, OPERATOR)
  const key = await aKey(service, { storeId: store.id, accountId: ownerId, scopes: overrides.scopes })
  return { ...store, ownerId, key }
}

/** The token of a new key. */
export async function aKey(
  { sql }: Pick<Service, 'sql'>,
  {
    storeId = null,
    accountId,
    scopes,
  }: { storeId?: string | null; accountId: string; scopes?: Scope[] | undefined },
) {
  const made = await createApiKey(sql, {
    storeId,
    accountId,
    name: 'prueba',
    scopes: scopes ?? [...STORE_SCOPES],
  })
  return made.key
}

let phones = randomInt(1_000_000, 5_000_000)

/** A phone number that is unique in the test file. */
export function aPhone(): string {
  return `+5025${phones++}`
}

let addresses = randomInt(2 ** 24)

/** The headers of a client address that is unique in the test file, as the trusted proxy reports it. */
export function anAddress(): Record<string, string> {
  const n = addresses++
  return { 'x-forwarded-for': `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}` }
}

/** Creates a product as the API does, with a unique slug and a unique millisecond of creation. @returns it as lists show it */
export async function aProduct(
  { sql }: Pick<Service, 'sql'>,
  store: { id: string },
  { price = 100, name = 'Café de altura', ...overrides }: Partial<NewProduct> = {},
) {
  const input = { name, price, slug: `producto-${newId()}`, ...overrides }
  const { modifierGroups: _offered, ...product } = await sql.begin((tx) => addProduct(tx, store.id, input))
  await sleep(1)
  return product
}

/** Creates a group of modifiers as the API does. */
export function aModifierGroup(
  { sql }: Pick<Service, 'sql'>,
  store: { id: string },
  { name = 'Extras', choices = [{ name: 'Queso', price: 5 }], ...overrides }: Partial<NewModifierGroup> = {},
) {
  return sql.begin((tx) => modifierGroups.add(tx, store.id, { name, choices, ...overrides }))
}

/** Creates a category as the API does, with a unique slug. */
export function aCategory(
  { sql }: Pick<Service, 'sql'>,
  store: { id: string },
  { name = 'Cafés de origen', ...overrides }: Partial<NewCategory> = {},
) {
  const input = { name, slug: `categoria-${newId()}`, ...overrides }
  return sql.begin((tx) => categories.add(tx, store.id, input))
}

/** A webhook that wants every event; nothing is sent while no worker runs. */
export async function aWebhook({ sql }: Pick<Service, 'sql'>, store: { id: string }) {
  const id = newId()
  await sql`
    insert into webhooks (store_id, id, url, secret, events)
    values (${store.id}, ${id}, 'https://ejemplo.test/aviso', 'whsec_', ${WebhookEvent.enum})`
  return { id }
}

/** The deliveries that wait for the store's webhooks, in the order of the changes. */
export async function deliveriesOf({ sql }: Pick<Service, 'sql'>, store: { id: string }) {
  const rows = await sql<{ event: string; subjectId: string; payload: Record<string, unknown> }[]>`
    select event, subject_id, payload
    from deliveries
    join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
    where deliveries.store_id = ${store.id} and kind = 'webhook'
    order by deliveries.created_at`
  return [...rows]
}

/** The body of an order by someone who never ordered before. */
export function anOrder(store: { id: string }, items: { variantId: string; quantity: number }[]) {
  return { storeId: store.id, name: 'Ana Morales', phone: aPhone(), items }
}

/** A discount as the API makes it. */
export async function aDiscount(
  service: Service,
  store: { key: string },
  overrides: Record<string, unknown> = {},
) {
  const body = { code: newId().slice(0, 12), type: 'percentage', value: 10, ...overrides }
  return made(await service.post('/api/v1/discounts', { key: store.key, body }))
}

/** A shipping option as the API makes it. */
export async function aShippingOption(
  service: Service,
  store: { key: string },
  overrides: Record<string, unknown> = {},
) {
  const body = { name: 'Envío a domicilio', price: 35, ...overrides }
  return made(await service.post('/api/v1/shipping', { key: store.key, body }))
}

/** A payment method as the API makes it: a transfer. */
export async function aMethod(
  service: Service,
  store: { key: string },
  overrides: Record<string, unknown> = {},
) {
  const body = { kind: 'transfer', name: 'Transferencia', ...overrides }
  return made(await service.post('/api/v1/payment-methods', { key: store.key, body }))
}

function made<Data>({ status, text, json }: Answer<{ data: Data }>) {
  if (status !== 201) throw new Error(text)
  return json.data
}

/** The id of a review as a shopper writes it. */
export async function aReview(
  service: Service,
  store: { id: string },
  productId: string,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const body = { storeId: store.id, productId, name: 'Lucía', text: 'Muy rico', rating: 5, ...overrides }
  const { status, text, json } = await service.post('/api/reviews', { headers: anAddress(), body })
  if (status !== 201) throw new Error(text)
  return json.id
}

/** Places an order as a shopper. @returns the response */
export function order(service: Service, body: object, headers: Record<string, string> = {}) {
  return service.post('/api/orders', { headers: { ...anAddress(), ...headers }, body })
}

/** An order placed by someone who never ordered before, in full. */
export async function aPlacedOrder(
  service: Service,
  store: { id: string; key: string },
  overrides: Record<string, unknown> = {},
) {
  const { variants } = await aProduct(service, store)
  const items = [{ variantId: variants[0]!.id, quantity: 1 }]
  const placed = await order(service, { ...anOrder(store, items), ...overrides })
  if (placed.status !== 201) throw new Error(placed.text)
  return (await service.get(`/api/v1/orders/${placed.json.id}`, store.key)).json.data
}

/** A finished rehearsal with one new product, one changed product and one refused row. */
export async function anImport({ sql }: Pick<Service, 'sql'>, store: { id: string }, word = 'Prueba') {
  const [id, fileId] = [newId(), newId()]
  const body = Buffer.from(`Nombre,Precio,Nota\n${word} 1,12.50,x\n${word} 2,gratis,z\n`)
  const columns = [
    { header: 'Nombre', field: 'name', example: `${word} 1` },
    { header: 'Precio', field: 'price', example: '12.50' },
    { header: 'Nota', field: null, example: 'x' },
  ]
  const counts = { new: 1, changed: 1, unchanged: 0, refused: 1 }
  const result = { format: 'vitrina', columns, counts, cap: { limit: 10_000, used: 1, after: 2 } }
  const issues = [{ field: 'price', reason: 'type', message: '«gratis» no es un importe' }]
  const rest = {
    description: null,
    comparePrice: null,
    isActive: true,
    categoryId: null,
    images: [],
    options: [],
  }
  const rowOf = (name: string, price: number) => ({ ...rest, name, slug: 'x', price, variants: [] })
  const [after, was, is] = [rowOf(`${word} 1`, 12.5), rowOf(`${word} 3`, 90), rowOf(`${word} 3`, 80)]
  await sql`
    insert into import_files (store_id, id, name, body) values (${store.id}, ${fileId}, ${`${word}.csv`}, ${body})`
  await sql`
    insert into imports (
      store_id, id, file_id, file_name, state, is_dry_run, skips_refused, adds_categories, column_map, result, finished_at
    )
    values (
      ${store.id}, ${id}, ${fileId}, ${`${word}.csv`}, 'done', true, false, true, '{}', ${sql.json(result)},
      date_trunc('milliseconds', clock_timestamp())
    )`
  await sql`
    insert into import_rows (store_id, import_id, line, action, name, issues, before, after)
    values
      (${store.id}, ${id}, 2, 'new', ${`${word} 1`}, '[]', null, ${sql.json(after)}),
      (${store.id}, ${id}, 3, 'refused', ${`${word} 2`}, ${sql.json(issues)}, null, null),
      (${store.id}, ${id}, 4, 'changed', ${`${word} 3`}, '[]', ${sql.json(was)}, ${sql.json(is)})`
  return { id }
}
