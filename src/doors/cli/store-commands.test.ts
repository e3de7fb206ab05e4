import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { commandLine, operate } from '../../../test/command-line.ts'
import { startService } from '../../../test/service.ts'
import { newId } from '../../core/values/id.ts'
import { ACCOUNT_SCOPES, STORE_SCOPES } from '../../core/auth/scopes.ts'
import { anOperator } from '../../../test/operator.ts'
import { toText } from './print.ts'

const service = await startService()
const { env, json, owner, aShop, aKeyOf, fails } = await anOperator(service)

suite('store create', () => {
  test('store create prints the store', async () => {
    const store = await aShop('--whatsapp', '+502 5555-1234', '--plan', 'lifetime')
    assert.equal(store.whatsappNumber, '+50255551234')
    assert.equal(store.plan, 'lifetime')
    assert.equal(store.billingState, 'active')
    assert.ok(store.url.endsWith(`/${store.slug}`))
  })

  test('store create is not subject to the cap of free stores', async () => {
    for (let n = 0; n < 4; n++) assert.equal((await aShop()).plan, 'free')
  })

  test('store create rejects an invalid value of each flag', async () => {
    const good = ['--owner', owner.email, '--name', 'Pan', '--slug', `pan-${newId()}`, '--currency', 'MXN']
    const withFlag = (flag: string, value: string) =>
      good.map((word, i) => (good[i - 1] === flag ? value : word))
    await fails(
      /nadie@ejemplo.test no existe/,
      'store',
      'create',
      ...withFlag('--owner', 'nadie@ejemplo.test'),
    )
    await fails(/slug/, 'store', 'create', ...withFlag('--slug', 'Pan y Miel'))
    await fails(
      /The slug is taken or reserved: ".*reservada/,
      'store',
      'create',
      ...withFlag('--slug', 'api'),
    )
    await fails(/currency/, 'store', 'create', ...withFlag('--currency', 'QUETZAL'))
    await fails(/whatsappNumber/, 'store', 'create', ...good, '--whatsapp', '+1')
    await fails(/plan/, 'store', 'create', ...good, '--plan', 'gold')
  })
})

suite('store list and delete', () => {
  test('store list and delete lists the stores that are not deleted', async () => {
    const [remaining, gone] = [await aShop(), await aShop()]
    assert.deepEqual(await json('store', 'delete', '--store', gone.slug), { id: gone.id, deleted: true })
    const { data, total } = await json('store', 'list')
    const ids = data.map(({ id }: { id: string }) => id)
    assert.equal(total, ids.length)
    assert.ok(ids.includes(remaining.id))
    assert.ok(!ids.includes(gone.id))
    await fails(/no existe/, 'store', 'delete', '--store', gone.id)
  })

  test('store list lists page by page, and those alone whose name, slug or domain has a text', async () => {
    const slugs = ['pan-uno', 'pan-dos', 'pan-tres']
    for (const slug of slugs)
      await json(
        'store',
        'create',
        '--owner',
        owner.email,
        '--name',
        'Pan % Ñandú',
        '--slug',
        slug,
        '--currency',
        'GTQ',
      )
    const list = async (...args: string[]) => {
      const { data, ...page } = await json('store', 'list', ...args)
      return { slugs: data.map(({ slug }: { slug: string }) => slug), ...page }
    }
    assert.deepEqual(await list('--search', '% ñandú', '--limit', '2'), {
      slugs: slugs.slice(0, 2),
      total: 3,
      limit: 2,
      offset: 0,
    })
    assert.deepEqual(await list('--search', 'PAN-', '--limit', '2', '--offset', '2'), {
      slugs: slugs.slice(2),
      total: 3,
      limit: 2,
      offset: 2,
    })
    assert.deepEqual((await list('--search', 'nothing')).slugs, [])
    for (const wrong of ['0', '10001', 'all'])
      await fails(/--limit is ".*", but must be a whole number/, 'store', 'list', '--limit', wrong)
  })

  test('store list and account list print as many as there are on a page, and no more', async () => {
    await service.sql`
      insert into stores (id, slug, name, currency, currency_digits)
      select 'many' || n, 'many-' || n, 'Tienda', 'GTQ', 2 from generate_series(1, 12000) as n`
    const { data, total } = await json('store', 'list', '--search', 'many-')
    assert.deepEqual([data.length, total], [1_000, 12_000])
    const { stdout } = await commandLine(env, 'store', 'list', '--search', 'many-', '--limit', '10000')
    assert.equal(stdout.trimEnd().split('\n').length, 10_001)
    await service.sql`
      insert into accounts (id, email, password_hash)
      select 'many' || n, 'many' || n || '@example.com', '' from generate_series(1, 5) as n`
    const accounts = await json('account', 'list', '--search', 'MANY', '--limit', '3')
    assert.deepEqual([accounts.data.length, accounts.total], [3, 5])
    const rows = Array.from({ length: 300_000 }, (_, n) => ({ id: `many${n}`, name: 'Tienda' }))
    assert.equal(toText({ data: rows, total: rows.length }).split('\n').length, 300_002)
  })
})

suite('key create and revoke', () => {
  test('key create or revoke takes effect at once in a running service', async () => {
    const store = await aShop()
    const { id, key, prefix, scopes } = await json('key', 'create', '--store', store.slug, '--scopes', 'all')
    assert.match(key, /^vit_[0-9A-Za-z]{46}$/)
    assert.equal(prefix, key.slice(0, 12))
    assert.deepEqual(scopes, [...STORE_SCOPES])
    assert.equal((await service.get('/api/v1/store', key)).json.data.id, store.id)

    const { revokedAt } = await json('key', 'revoke', '--id', id)
    assert.ok(Date.parse(revokedAt))
    assert.equal((await service.get('/api/v1/store', key)).status, 401)
    assert.equal((await json('key', 'revoke', '--id', id)).revokedAt, revokedAt)
  })

  test('key create gives an account key all scopes, including those of the account', async () => {
    const { key, scopes } = await json('key', 'create', '--account', owner.email, '--scopes', 'all')
    assert.deepEqual(scopes, [...STORE_SCOPES, ...ACCOUNT_SCOPES])
    assert.equal((await service.get('/api/v1/stores', key)).status, 200)
  })

  test('key create rejects a scope that the key can not hold, and an unknown one', async () => {
    const store = await aShop()
    await fails(/stores:read/, 'key', 'create', '--store', store.slug, '--scopes', 'orders:read,stores:read')
    await fails(/orders:all/, 'key', 'create', '--account', owner.email, '--scopes', 'orders:all')
    await fails(/permiso/, 'key', 'create', '--store', store.slug, '--scopes', ',')
  })

  test('key create rejects an invalid expiry, an unknown store, and neither or both of store and account', async () => {
    const store = await aShop()
    const scopes = ['--scopes', 'all']
    for (const expires of ['mañana', '01/02/2099', '2099-01-02T10:00'])
      await fails(/vencimiento/, 'key', 'create', '--store', store.slug, ...scopes, '--expires', expires)
    await fails(
      /vencimiento/,
      'key',
      'create',
      '--store',
      store.slug,
      ...scopes,
      '--expires',
      '2020-01-01T00:00:00Z',
    )
    await fails(/no existe/, 'key', 'create', '--store', 'ninguna', ...scopes)
    await fails(/either/, 'key', 'create', ...scopes)
    await fails(/either/, 'key', 'create', '--store', store.slug, '--account', owner.email, ...scopes)
    await fails(/no existe/, 'key', 'revoke', '--id', newId())
  })

  test('key create stores the expiry', async () => {
    const store = await aShop()
    const flags = ['--store', store.slug, '--scopes', 'all', '--expires', '2099-01-01T00:00:00-06:00']
    const { id } = await json('key', 'create', ...flags)
    const [row] = await service.sql<{ expiresAt: string }[]>`select expires_at from api_keys where id = ${id}`
    assert.equal(row!.expiresAt, '2099-01-01T06:00:00.000Z')
  })

  test('key create creates a key for another member, who must be allowed to', async () => {
    const store = await aShop()
    const other = await json(
      'account',
      'create',
      '--email',
      `${newId()}@ejemplo.test`,
      '--password',
      '12345678',
    )
    const create = ['key', 'create', '--store', store.slug, '--scopes', 'store:read', '--owner', other.email]
    await fails(/dueña o administradora/, ...create)
    await json('member', 'add', '--store', store.slug, '--email', other.email, '--role', 'ADMIN')
    const { key } = await json(...create)
    assert.equal((await service.get('/api/v1/store', key)).status, 200)

    await json('member', 'add', '--store', store.slug, '--email', other.email, '--role', 'STAFF')
    assert.equal((await service.get('/api/v1/store', key)).status, 403)
  })
})

suite('plan set, billing suspend and activate', () => {
  test('plan set, billing suspend and activate take effect on the next request', async () => {
    const store = await aShop()
    const key = await aKeyOf(store)
    assert.equal((await json('plan', 'set', '--store', store.slug, '--plan', 'pro')).plan, 'pro')
    assert.equal((await service.get('/api/v1/store', key)).json.data.plan, 'pro')
    assert.equal((await json('billing', 'suspend', '--store', store.id)).billingState, 'suspended')
    assert.equal((await service.get('/api/v1/store', key)).status, 402)
    assert.equal((await json('billing', 'activate', '--store', store.slug)).billingState, 'active')
    assert.equal((await service.get('/api/v1/store', key)).status, 200)
  })

  test('plan set, billing suspend and activate reject an unknown plan and an unknown store', async () => {
    const store = await aShop()
    await fails(/plan/, 'plan', 'set', '--store', store.slug, '--plan', 'gold')
    await fails(/no existe/, 'billing', 'suspend', '--store', 'ninguna')
  })
})

suite('webhook create', () => {
  test('webhook create creates a webhook with a new secret', async () => {
    const store = await aShop()
    const flags = ['--store', store.slug, '--url', 'https://ejemplo.com/ganchos?a=1']
    const { id, secret } = await json(
      'webhook',
      'create',
      ...flags,
      '--events',
      'order.created, product.deleted',
    )
    assert.match(secret, /^whsec_/)
    const bytes = Buffer.from(secret.slice(6), 'base64').length
    assert.ok(bytes >= 24 && bytes <= 64, String(bytes))
    const [webhook] = await service.sql`
      select id, url, events, is_active from webhooks where store_id = ${store.id}`
    assert.deepEqual(
      { ...webhook },
      {
        id,
        url: 'https://ejemplo.com/ganchos?a=1',
        events: ['order.created', 'product.deleted'],
        isActive: true,
      },
    )
  })

  test('webhook create rejects unknown events and URLs that are not https', async () => {
    const store = await aShop()
    const create = (url: string, events: string) =>
      ['webhook', 'create', '--store', store.slug, '--url', url, '--events', events] as const
    await fails(/order\.deleted/, ...create('https://ejemplo.com', 'order.created,order.deleted'))
    await fails(/al menos un evento/, ...create('https://ejemplo.com', ','))
    for (const url of [
      'http://ejemplo.com',
      'ejemplo.com',
      'ftp://ejemplo.com',
      'https://ana:x@ejemplo.com',
    ]) {
      await fails(/\(url\)/, ...create(url, 'order.created'))
    }
    const allowed = { ...env, ALLOW_PRIVATE_DESTINATIONS: 'true' }
    assert.ok((await operate(allowed, ...create('http://127.0.0.1:9/', 'order.created'))).id)
  })
})

suite('invitation create', () => {
  test('invitation create invites for 7 days', async () => {
    const store = await aShop()
    const flags = ['--store', store.slug, '--email', 'nueva@ejemplo.test', '--role']
    const { id, expiresAt, ...rest } = await json('invitation', 'create', ...flags, 'STAFF')
    assert.ok(id)
    assert.deepEqual(rest, {})
    assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * 24 * 3600_000) < 60_000, expiresAt)
    await fails(/role/, 'invitation', 'create', ...flags, 'OWNER')
  })
})
