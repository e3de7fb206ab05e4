import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { operate } from '../../../test/command-line.ts'
import { aMethod, anAccount, aPlacedOrder, aShippingOption, aStore } from '../../../test/factories.ts'
import { fillStore } from '../../../test/full-store.ts'
import { aPaidStore, aReceipt, sendReceipt } from '../../../test/receipts.ts'
import { startService, type Service } from '../../../test/service.ts'
import { readConfig } from '../../core/config/config.ts'
import { messageOf } from '../../core/errors/start-error.ts'
import { tablesOfStore } from '../../features/whole-stores/purge.ts'
import { columnsOf, exportedTables, storeColumn } from '../../features/whole-stores/table-columns.ts'
import { changeStore } from '../../features/stores/update.ts'
import { errorLine } from './print.ts'
import { exportFile, importFile, purge } from './store-file.ts'

const [here, there] = [await startService(), await startService()]
const config = readConfig({})
const folder = await mkdtemp(join(tmpdir(), 'vitrina-store-file-'))
after(() => rm(folder, { recursive: true, force: true }))

const asFile = (name: string) => join(folder, `${name}.store`)
const doing = (work: typeof purge, { sql }: Service, flags: Record<string, string>) =>
  work({ sql, config, flags, print: () => {} })

async function aFullStore(service: Service) {
  const store = await aStore(service)
  const ids = await fillStore(service, store)
  await aShippingOption(service, store, { areas: [{ name: 'Zona 1', price: 20, postalCodes: ['01001'] }] })
  await service.put(`/api/v1/orders/${ids.order}`, { key: store.key, body: { status: 'confirmed' } })
  await service.sql`
    insert into catalog_events (store_id, id, type, session_id, metadata)
    values (${store.id}, 'e', 'ADD_TO_CART', 's', '{"a": "\\u0000\\"ñ"}')`
  await service.sql`
    insert into pictures (store_id, id, source_hash, type, width, height, body)
    values (${store.id}, 'p', ${Buffer.from([1])}, 'image/webp', 2, 2, ${Buffer.from([0, 255, 10, 91])})`
  return { ...store, ids }
}

/** All that moves of a store, but for what is another one elsewhere (people's ids, the catalog's version) or written late. */
async function rowsOf({ sql }: Service, storeId: string) {
  const rows: Record<string, string[]> = {}
  for (const table of exportedTables) {
    const columns = (await columnsOf(sql, table)).filter(
      ({ name, references }) => !references && !['catalog_version', 'last_used_at'].includes(name),
    )
    const values = columns
      .map(({ name }) => sql`${sql(name)}::text`)
      .reduce((all, one) => sql`${all}, ${one}`)
    const found = await sql<{ row: string }[]>`
      select json_build_array(${values})::text as row
      from ${sql(table)}
      where ${sql(storeColumn(table))} = ${storeId}
      order by 1`
    rows[table] = found.map(({ row }) => row)
  }
  return rows
}

suite('export and import of a store', () => {
  test('copies everything to another installation, where links and API keys keep working', async () => {
    const store = await aFullStore(here)
    const before = await rowsOf(here, store.id)
    const written = await doing(exportFile, here, { store: store.slug, file: asFile('whole') })
    assert.deepEqual(await rowsOf(here, store.id), before)
    assert.ok(Object.values(before).filter((rows) => rows.length > 0).length >= 18)

    const made = await doing(importFile, there, { file: asFile('whole') })
    assert.deepEqual(await rowsOf(there, store.id), before)
    assert.deepEqual({ ...made, file: asFile('whole') }, { ...written })

    const order = (await there.get(`/api/v1/orders/${store.ids.order}`, store.key)).json.data
    assert.equal(order.customerName, 'Confidencial cliente')
    const { json } = await there.get('/api/v1/stats', store.key)
    assert.equal(json.data.completedOrders, 1)
    const [owner] = await there.sql<{ email: string; passwordHash: string }[]>`
      select email, password_hash from accounts join members on account_id = accounts.id where store_id = ${store.id}`
    assert.deepEqual(owner, { email: `${store.ownerId}@ejemplo.test`, passwordHash: '' })
  })

  test('copies the receipts of payments on request alone', async () => {
    const { store, place } = await aPaidStore(here)
    const order = await place()
    await sendReceipt(here, order, await aReceipt())
    await doing(exportFile, here, { store: store.id, file: asFile('without') })
    await doing(exportFile, here, { store: store.id, file: asFile('with'), with: 'receipts' })
    const imported = async (file: string) => {
      await doing(importFile, there, { file: asFile(file) })
      const rows =
        await there.sql`select from receipts join receipt_keys on receipt_id = id where receipts.store_id = ${store.id}`
      await doing(purge, there, { store: store.id })
      return rows.length > 0
    }
    assert.deepEqual([await imported('without'), await imported('with')], [false, true])
  })

  test('claims the domain of its connection where it is imported', async () => {
    const store = await aStore(here, { plan: 'pro' })
    await here.sql`
      insert into connections (store_id, id, settings)
      values (${store.id}, 'custom_domain', '{"domain": "www.cafeantigua.example"}')`
    const file = asFile('domain')
    await doing(exportFile, here, { store: store.id, file })
    await doing(importFile, there, { file })
    const claims = await there.sql`select domain, state from domains where store_id = ${store.id}`
    assert.deepEqual([...claims], [{ domain: 'www.cafeantigua.example', state: 'claimed' }])
  })

  test('leaves the accounts with providers of payment here: there they have to be connected again', async () => {
    const store = await aStore(here)
    await here.sql`
      insert into payment_accounts (store_id, id, state, account_id, secrets)
      values (${store.id}, 'mercadopago', 'connected', '7', 'cifrado')`
    const online = await aMethod(here, store, { kind: 'mercadopago', name: 'Mercado Pago' })
    await aMethod(here, store)
    await doing(exportFile, here, { store: store.id, file: asFile('paid') })
    await doing(importFile, there, { file: asFile('paid') })
    const methods = await there.sql<{ id: string; isActive: boolean }[]>`
      select id, is_active from payment_methods where store_id = ${store.id}`
    assert.deepEqual(methods.map(({ id, isActive }) => isActive === (id !== online.id)), [true, true]) // prettier-ignore
    assert.equal((await there.sql`select from payment_accounts where store_id = ${store.id}`).length, 0)
  })

  test('creates accounts for owners only; other members keep their role if they have an account there', async () => {
    const store = await aStore(here)
    const [known, unknown] = [await anAccount(here), await anAccount(here)]
    for (const [id, role] of [
      [known.id, 'ADMIN'],
      [unknown.id, 'STAFF'],
    ] as const)
      // prettier-ignore
      await here.sql`insert into members (store_id, id, account_id, role) values (${store.id}, ${id}, ${id}, ${role})`
    const [{ id }] = await there.sql<[{ id: string }]>`
      insert into accounts (id, email, password_hash) values ('elsewhere', ${known.email}, '') returning id`
    const order = await aPlacedOrder(here, store)
    await here.sql`update orders set notification_state = 'QUEUED' where id = ${order.id}`
    await doing(exportFile, here, { store: store.id, file: asFile('people') })
    await doing(importFile, there, { file: asFile('people') })
    const members = await there.sql<{ accountId: string; role: string }[]>`
      select account_id, role from members where store_id = ${store.id} order by role`
    assert.deepEqual(members.map(({ role }) => role), ['ADMIN', 'OWNER']) // prettier-ignore
    assert.equal(members[0]!.accountId, id)
    assert.equal((await there.sql`select from accounts where email = ${unknown.email}`).length, 0)
    const { notification } = (await there.get(`/api/v1/orders/${order.id}`, store.key)).json.data
    assert.deepEqual([notification.state, notification.reason !== null], ['FAILED', true]) // its notice stayed behind
  })

  test('fails where the store or its slug exists, and works with another slug', async () => {
    const store = await aStore(here)
    await doing(exportFile, here, { store: store.id, file: asFile('twice') })
    const again = (flags = {}) => doing(importFile, here, { file: asFile('twice'), ...flags })
    await assert.rejects(again(), (error) => errorLine(error).startsWith('The store exists already'))
    await doing(purge, here, { store: store.id })
    const other = await aStore(here)
    await here.sql.begin((tx) => changeStore(tx, other.id, { slug: store.slug }))
    await assert.rejects(again(), (error) => errorLine(error).startsWith('The slug is taken'))
    assert.equal((await again({ slug: `${store.slug}-2` })).slug, `${store.slug}-2`)
  })

  test('writes nothing from a file that is truncated, of a newer release, or not an export', async () => {
    const store = await aStore(here)
    await doing(exportFile, here, { store: store.id, file: asFile('broken') })
    const whole = await readFile(asFile('broken'))
    const lines = zstdDecompressSync(whole).toString().trimEnd().split('\n')
    const rejected = (line: RegExp) =>
      assert.rejects(doing(importFile, there, { file: asFile('broken') }), (error) =>
        line.test(messageOf(error)),
      )
    const written = (text: string[]) => writeFile(asFile('broken'), zstdCompressSync(text.join('\n')))

    await truncate(asFile('broken'), Math.floor(whole.length / 2))
    await rejected(/is not a complete store export/)
    await written(lines.slice(0, -1))
    await rejected(/is not a complete store export: it is truncated/)
    await written([lines[0]!, lines[1]!.replace('"name"', '"colour"'), ...lines.slice(2)])
    await rejected(/newer release: stores has unknown columns$/)
    await written([lines[0]!.replace('"version":1', '"version":2'), ...lines.slice(1)])
    await rejected(/newer release$/)
    await writeFile(asFile('broken'), 'no file of ours')
    await rejected(/is not a complete store export/)
    await rm(asFile('broken'))
    await rejected(/is not a complete store export: ENOENT/)
    assert.equal((await there.sql`select from stores where id = ${store.id}`).length, 0)
    assert.equal((await there.sql`select from accounts where id = ${store.ownerId}`).length, 0)
    await writeFile(asFile('broken'), whole)
    await appendFile(asFile('broken'), '')
    await doing(importFile, there, { file: asFile('broken') })
  })

  test('covers every table: it is exported, excluded by name, or not a table of stores', async () => {
    const tables = await here.sql<{ name: string }[]>`
      select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`
    const known = new Set([...tablesOfStore, 'stores', ...ofNoStore])
    assert.deepEqual(tables.map(({ name }) => name).filter((name) => !known.has(name)), []) // prettier-ignore
  })
})

/** Of accounts and of the installation. What a store would need of another table has to be moved with it. */
const ofNoStore = [
  'account_challenges',
  'accounts',
  'due_recipients',
  'key_requests',
  'known_devices',
  'log_salts',
  'long_rate_hits',
  'maintenance_jobs',
  'oauth_clients',
  'oauth_requests',
  'passkeys',
  'proof_failures',
  'push_keys',
  'rate_hits',
  'recipient_pace',
  'recipient_wakes',
  'recovery_codes',
  'schema_migrations',
  'sessions',
  'whatsapp_costs',
  'whatsapp_identities',
  'whatsapp_opt_outs',
  'whatsapp_priced',
  'whatsapp_replies',
]

suite('store purge', () => {
  test('deletes a store with all of its rows at once, and frees its slug; no rows of others', async () => {
    const [store, other] = [await aFullStore(here), await aFullStore(here)]
    const others = await rowsOf(here, other.id)
    await here.post('/api/v1/categories', { key: store.key, body: { name: 'A' }, headers: { 'idempotency-key': 'k' } }) // prettier-ignore
    const counts = await operate({ DATABASE_URL: here.databaseUrl }, 'store', 'purge', '--store', store.slug)
    assert.deepEqual([counts.slug, counts.orders, counts.products], [store.slug, 1, 2])
    for (const table of [...tablesOfStore, 'stores']) {
      const left =
        await here.sql`select from ${here.sql(table)} where ${here.sql(storeColumn(table))} = ${store.id}`
      assert.equal(left.length, 0, table)
    }
    assert.deepEqual(await rowsOf(here, other.id), others)
    assert.deepEqual((await here.get(`/api/check-slug?slug=${store.slug}`)).json, { available: true })
  })

  test('accepts a deleted store, and fails for one with an active subscription', async () => {
    const store = await aStore(here)
    await here.sql`update stores set deleted_at = now() where id = ${store.id}`
    await here.sql`insert into billing_accounts (store_id, subscription_id) values (${store.id}, 'sub_1')`
    await assert.rejects(doing(purge, here, { store: store.id }), (error) =>
      /subscription/.test(errorLine(error)),
    )
    await here.sql`update billing_accounts set subscription_id = null where store_id = ${store.id}`
    await doing(purge, here, { store: store.slug })
    await assert.rejects(doing(purge, here, { store: store.id }), /no existe/)
  })
})
