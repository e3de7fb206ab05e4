import { readFile } from 'node:fs/promises'
import { createApiKey } from '../api-keys/create.ts'
import { DEMO_LOCK, lockNumber } from '../core/database/advisory-locks.ts'
import { transaction, type Db, type Sql, type Tx } from '../core/database/db.ts'
import { newId } from '../core/values/id.ts'
import { scopesOf } from '../core/auth/scopes.ts'
import { makeEvents } from './events.ts'
import { makeOrders, type OnSale } from './orders.ts'
import { people } from './people.ts'
import { demoPictureUrl } from './picture.ts'
import { seededRandom, type Random } from './random.ts'
import { approved, pending, rejected } from './reviews.ts'
import { OWNER_EMAIL, demoStore } from './demo-store.ts'
import { openDemoStore } from './open-store.ts'

/** The demo's store, how to get at it, and whether it was made just now. */
export type Demo = { store: string; key: string; panelUrl: string; storeUrl: string; isNew: boolean }

type Where = { publicUrl: string }

const DAYS = 60
const CUSTOMERS = 58
/** The seed of its random numbers: the demo is the same world each time. */
export const SEED = 1543

/** Makes the demo store, unless it is there already, with a new key of it. */
export async function seedDemo(sql: Db, { publicUrl }: Where): Promise<Demo> {
  return await transaction(sql, async (tx) => {
    await lockNumber(tx, DEMO_LOCK) // two processes that start at once make one demo
    const found = await findDemo(tx)
    const { storeId, accountId } = found ?? (await makeDemo(tx, publicUrl))
    if (found) await movePictures(tx, storeId, publicUrl)
    const { key } = await createApiKey(tx, {
      accountId,
      storeId,
      name: 'Demostración',
      scopes: scopesOf('STORE'),
    })
    return {
      store: demoStore.slug,
      key,
      panelUrl: `${publicUrl}/panel`,
      storeUrl: `${publicUrl}/${demoStore.slug}`,
      isNew: !found,
    }
  })
}

/** Whether nobody uses this database yet. */
export async function isUnused(sql: Sql): Promise<boolean> {
  const [{ unused }] = await sql<[{ unused: boolean }]>`
    select not exists (select 1 from stores) and not exists (select 1 from accounts) as unused`
  return unused
}

/** Whether the demo store stands in this database. */
export const hasDemo = async (sql: Sql): Promise<boolean> => (await findDemo(sql)) !== undefined

async function findDemo(sql: Sql) {
  const [found] = await sql<{ storeId: string; accountId: string }[]>`
    select stores.id as store_id, members.account_id
    from stores
    join members on members.store_id = stores.id and members.role = 'OWNER'
    join accounts on accounts.id = members.account_id
    where stores.slug = ${demoStore.slug} and stores.deleted_at is null and accounts.email = ${OWNER_EMAIL}`
  return found
}

/** The service may be reached elsewhere by now. */
async function movePictures(tx: Tx, storeId: string, publicUrl: string) {
  await tx.unsafe(await statement('pictures'), [storeId, demoPictureUrl(publicUrl, '')])
}

async function makeDemo(tx: Tx, publicUrl: string) {
  const [now, random] = [Date.now(), seededRandom(SEED)]
  const { storeId, accountId, catalog } = await openDemoStore(tx, publicUrl)
  const write = async (name: string, rows: unknown) =>
    tx.unsafe(await statement(name), [storeId, JSON.stringify(rows)])

  await write(
    'ages',
    catalog.map(({ id }) => id),
  )
  const { selling, buyers, orders } = makeSales(random, now, catalog)
  const ordered = new Set(orders.map(({ customer_id }) => customer_id))

  await tx`select set_config('vitrina.bulk', 'on', true)`
  await write(
    'customers',
    buyers.filter(({ id }) => ordered.has(id)),
  )
  await write('orders', orders)
  await write('reviews', reviewRows(random, now, catalog))
  await write('events', makeEvents(random, now, DAYS, orders, selling))
  await tx.unsafe(await statement('totals'), [storeId])
  await tx`select name_customers(${storeId}), rebuild_sums(${storeId})`
  return { storeId, accountId }
}

/** What sells, and who bought it in the time up to `now`. */
export function makeSales(random: Random, now: number, catalog: OnSale[]) {
  const selling = catalog.filter(({ popularity }) => popularity > 0)
  const buyers = people(random, CUSTOMERS).map((person) => ({ id: newId(), ...person }))
  return { selling, buyers, orders: makeOrders(random, now, DAYS, selling, buyers) }
}

function reviewRows(random: Random, now: number, catalog: OnSale[]) {
  const rows = (status: string, opinions: typeof approved) =>
    opinions.map(([slug, name, rating, text, daysAgo]) => ({
      id: newId(),
      product_id: catalog.find((product) => product.slug === slug)!.id,
      name,
      text,
      rating,
      status,
      verified_purchase: status !== 'rejected' && random.next() < 0.7,
      at: new Date(now - daysAgo * 86_400_000 - (1 + random.below(9)) * 3_600_000).toISOString(),
    }))
  return [...rows('approved', approved), ...rows('pending', pending), ...rows('rejected', rejected)]
}

const statement = (name: string) => readFile(new URL(`../../db/seed/${name}.sql`, import.meta.url), 'utf8')
