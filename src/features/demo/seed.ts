import { readFile } from 'node:fs/promises'
import { createApiKey } from '../api-keys/create.ts'
import { DEMO_LOCK, lockNumber } from '../../core/database/advisory-locks.ts'
import { transaction, type Db, type Sql, type Tx } from '../../core/database/db.ts'
import { newId, newSecret } from '../../core/values/id.ts'
import { scopesOf } from '../../core/auth/scopes.ts'
import { makeEvents } from './events.ts'
import { makeOrders, type OnSale } from './orders.ts'
import { demoPicturesUrl } from './picture.ts'
import { seededRandom, type Random } from './random.ts'
import { openDemoStore } from './open-store.ts'
import { OWNER_EMAIL } from './owner-email.ts'
import { shops, type DemoShop } from './shops.ts'
import { pathHere } from '../stores/address.ts'
import { hashPassword } from '../accounts/password-hash.ts'

export type Demo = {
  store: string
  key: string
  panelUrl: string
  storeUrl: string
  otherUrls: string[]
  isNew: boolean
}

type Where = { publicUrl: string }

const [first, ...others] = shops

const DAYS = 60

type Addresses = Pick<Demo, 'panelUrl' | 'storeUrl' | 'otherUrls'>

const addressesAt = ({ publicUrl }: Where): Addresses => ({
  panelUrl: `${publicUrl}/panel`,
  storeUrl: publicUrl + pathHere(first.store, ''),
  otherUrls: others.map(({ store }) => publicUrl + pathHere(store, '')),
})

/** Moves the demo to another address of the service; its key and its owner's password stay. @returns null where there is no demo */
export async function moveDemo(sql: Sql, { publicUrl }: Where): Promise<Addresses | null> {
  const found = await findDemo(sql)
  if (!found) return null
  await updatePictureUrls(sql, found.accountId, publicUrl)
  return addressesAt({ publicUrl })
}

export async function seedDemo(sql: Db, { publicUrl }: Where): Promise<Demo> {
  return await transaction(sql, async (tx) => {
    await lockNumber(tx, DEMO_LOCK) // two processes that start at once make one demo
    const found = await findDemo(tx)
    const { storeId, accountId } = found ?? (await createDemo(tx, publicUrl))
    if (found) await updatePictureUrls(tx, accountId, publicUrl)
    const { key } = await createApiKey(tx, {
      accountId,
      storeId,
      name: 'Demostración',
      scopes: scopesOf('STORE'),
    })
    return {
      store: first.store.slug,
      key,
      ...addressesAt({ publicUrl }),
      isNew: !found,
    }
  })
}

export async function isUnused(sql: Sql): Promise<boolean> {
  const [{ unused }] = await sql<[{ unused: boolean }]>`
    select not exists (select 1 from stores) and not exists (select 1 from accounts) as unused`
  return unused
}

export const hasDemo = async (sql: Sql): Promise<boolean> => (await findDemo(sql)) !== undefined

async function findDemo(sql: Sql) {
  const [found] = await sql<{ storeId: string; accountId: string }[]>`
    select stores.id as store_id, members.account_id
    from slugs
    join stores on stores.id = slugs.store_id
    join members on members.store_id = stores.id and members.role = 'OWNER'
    join accounts on accounts.id = members.account_id
    where slugs.slug = ${first.store.slug}
    and slugs.held_until is null
    and stores.deleted_at is null
    and accounts.email = ${OWNER_EMAIL}`
  return found
}

async function updatePictureUrls(tx: Sql, accountId: string, publicUrl: string) {
  await tx.unsafe(await statement('pictures'), [accountId, demoPicturesUrl(publicUrl)])
}

async function createDemo(tx: Tx, publicUrl: string) {
  const now = Date.now()
  const accountId = await findOrCreateOwner(tx)
  const opened: Opened[] = []
  for (const shop of shops) {
    const store = await openDemoStore(tx, shop, accountId, publicUrl)
    const ids = store.catalog.map(({ id }) => id)
    await tx.unsafe(await statement('ages'), [store.storeId, JSON.stringify(ids)])
    opened.push({ shop, ...store })
  }
  for (const store of opened) await giveHistory(tx, now, store)
  return { storeId: opened[0]!.storeId, accountId }
}

type Opened = { shop: DemoShop; storeId: string; catalog: OnSale[] }

async function giveHistory(tx: Tx, now: number, { shop, storeId, catalog }: Opened) {
  const random = seededRandom(shop.sales.seed)
  const { selling, buyers, orders } = makeSales(random, now, shop, catalog)
  const ordered = new Set(orders.map(({ customer_id }) => customer_id))
  const write = async (name: string, rows: unknown) =>
    tx.unsafe(await statement(name), [storeId, JSON.stringify(rows)])

  await write(
    'customers',
    buyers.filter(({ id }) => ordered.has(id)),
  )
  await write('orders', orders)
  await write('events', makeEvents(random, { now, days: DAYS }, orders, selling))
  await write('reviews', reviewRows(now, catalog, shop))
  await tx.unsafe(await statement('counters'), [storeId])
  await tx`select name_customers(${storeId}), rebuild_sums(${storeId})`
}

/** The account has no password hash, so nobody can sign in until a start sets one (owner.ts). */
async function findOrCreateOwner(tx: Tx): Promise<string> {
  const [{ id }] = await tx<[{ id: string }]>`
    insert into accounts (id, email, name, password_hash)
    values (${newId()}, ${OWNER_EMAIL}, 'Marta Ixcot', '')
    on conflict (email) do update set name = excluded.name
    returning id`
  return id
}

export function makeSales(random: Random, now: number, shop: DemoShop, catalog: OnSale[]) {
  const selling = catalog.filter(({ popularity }) => popularity > 0)
  const buyers = shop.sales.buyers.map((buyer) => ({ id: newId(), ...buyer }))
  return { selling, buyers, orders: makeOrders(random, { now, days: DAYS, shop, catalog: selling, buyers }) }
}

const reviewRows = (now: number, catalog: OnSale[], { reviews }: DemoShop) =>
  reviews.map(({ product, hoursAgo, verified, ...review }) => ({
    ...review,
    id: newId(),
    product_id: catalog.find(({ slug }) => slug === product)!.id,
    verified_purchase: verified,
    at: new Date(now - hoursAgo * 3_600_000).toISOString(),
  }))

const statement = (name: string) => readFile(new URL(`../../../db/seed/${name}.sql`, import.meta.url), 'utf8')

export type OwnerSignIn = { email: string; password: string }

/** Gives the demo's owner a new password, which nobody else knows. */
export async function resetOwner(sql: Db): Promise<OwnerSignIn> {
  const password = newSecret(12)
  await sql`
    update accounts set password_hash = ${await hashPassword(password)} where email = ${OWNER_EMAIL}`
  return { email: OWNER_EMAIL, password }
}
