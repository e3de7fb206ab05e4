import { lockText } from '../../core/database/advisory-locks.ts'
import type { Db, Sql, Tx } from '../../core/database/db.ts'
import { rateLimited } from '../../core/errors/errors.ts'
import { commitOnce, requestHash } from '../../core/http/stored-responses.ts'
import { newId } from '../../core/values/id.ts'
import { offsetAt } from '../../core/values/time-zone.ts'
import type { Shop } from '../catalog/shop.ts'

export type KeptLine = { variantId: string; quantity: number }
export type KeptCart = { id: string; lines: KeptLine[]; expiresAt: string }

const MAX_OPEN = 2_000
/** Seconds after which to try again while a store has as many: each hour some expire. */
const RETRY_AFTER = 3600

/** A cart is kept for a day from its last change. */
const expiry = (sql: Sql) => sql`now() + interval '24 hours'`

/** Keeps a new cart, once for an idempotency key. @throws 409 on a key of another request, 429 while the store has too many */
export async function keepCart(
  sql: Db,
  shop: Shop,
  lines: KeptLine[],
  { key, body }: { key: string | null; body: unknown },
): Promise<KeptCart | undefined> {
  if (key === null) return sql.begin((tx) => insertCart(tx, shop, lines))
  const hash = requestHash(['POST', '/carts', shop.id, body])
  // Its id alone is stored: a response is many times as large, and a repeat shows the cart as it is.
  const { body: id } = await commitOnce(sql, { storeId: shop.id, scope: 'ucp', key }, hash, async (tx) => {
    const cart = await insertCart(tx, shop, lines)
    return { status: 201, body: cart.id, location: null }
  })
  return findCart(sql, shop.id, id)
}

async function insertCart(tx: Tx, { id: storeId, timeZone }: Shop, lines: KeptLine[]): Promise<KeptCart> {
  await lockText(tx, 'carts', storeId) // the count would miss carts of transactions under way
  const [{ open }] = await tx<[{ open: number }]>`
    select count(*) as open from carts where store_id = ${storeId} and expires_at > now()`
  if (open >= MAX_OPEN) throw rateLimited(RETRY_AFTER)
  await tx`
    insert into cart_months as counted (store_id, month, carts)
    values (${storeId}, ${monthAt(timeZone)}, 1)
    on conflict (store_id, month) do update
    set carts = counted.carts + 1`
  const [cart] = await tx<[KeptCart]>`
    insert into carts (store_id, id, lines, expires_at)
    values (${storeId}, ${newId()}, ${tx.json(lines)}, ${expiry(tx)})
    returning id, lines, expires_at`
  return cart
}

const monthAt = (timeZone: string) =>
  new Date(Date.now() + offsetAt(Date.now(), timeZone)).toISOString().slice(0, 7)

export async function findCart(sql: Sql, storeId: string, id: string): Promise<KeptCart | undefined> {
  const [cart] = await sql<KeptCart[]>`
    select id, lines, expires_at
    from carts
    where store_id = ${storeId} and id = ${id} and expires_at > now()`
  return cart
}

/** @returns undefined where there is none any more */
export async function replaceLines(sql: Sql, storeId: string, id: string, lines: KeptLine[]) {
  const [cart] = await sql<KeptCart[]>`
    update carts
    set lines = ${sql.json(lines)}, expires_at = ${expiry(sql)}
    where store_id = ${storeId} and id = ${id} and expires_at > now()
    returning id, lines, expires_at`
  return cart
}

export async function deleteCart(sql: Sql, storeId: string, id: string): Promise<KeptCart | undefined> {
  const [cart] = await sql<KeptCart[]>`
    delete from carts
    where store_id = ${storeId} and id = ${id} and expires_at > now()
    returning id, lines, expires_at`
  return cart
}

export async function countCartsOfMonth(sql: Sql, storeId: string, timeZone: string): Promise<number> {
  const [month] = await sql<{ carts: number }[]>`
    select carts from cart_months where store_id = ${storeId} and month = ${monthAt(timeZone)}`
  return month?.carts ?? 0
}
