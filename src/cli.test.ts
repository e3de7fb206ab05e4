import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { assertIncludes } from '../test/assert-includes.ts'
import { commandLine, commandLineWithInput, operate } from '../test/command-line.ts'
import { waitForStatus, freePort, startProcess } from '../test/process.ts'
import { startService } from '../test/service.ts'
import { findRecovery } from './accounts/recovery.ts'
import { connect } from './core/database/db.ts'
import { newId } from './core/values/id.ts'
import { createSession } from './sessions/session.ts'
import { ACCOUNT_SCOPES, STORE_SCOPES } from './core/auth/scopes.ts'

const service = await startService()
const env = { DATABASE_URL: service.databaseUrl }
const cli = (...args: string[]) => commandLine(env, ...args)
const json = (...args: string[]) => operate(env, ...args)

const owner = (await json(
  'account',
  'create',
  '--email',
  'Marta@Ejemplo.test',
  '--password',
  'una-clave-larga',
)) as {
  id: string
  email: string
}

async function aShop(...more: string[]) {
  const slug = `tienda-${newId().slice(0, 12)}`
  return json(
    'store',
    'create',
    '--owner',
    owner.email,
    '--name',
    'Pan y Miel',
    '--slug',
    slug,
    '--currency',
    'MXN',
    ...more,
  )
}

async function aKeyOf(store: { id: string }, ...more: string[]): Promise<string> {
  return (await json('key', 'create', '--store', store.id, '--scopes', 'all', ...more)).key
}

/** Exit status 1, nothing on standard output, one line on standard error. */
async function fails(line: RegExp, ...args: string[]) {
  const { status, stdout, stderr } = await cli(...args)
  assert.equal(status, 1, stderr)
  assert.equal(stdout, '')
  assert.match(stderr, /^[^\n]+\n$/)
  assert.match(stderr, line)
  assert.doesNotMatch(stderr, /\bat .*:\d+:\d+/)
}

suite('the command line', () => {
  const asProcess = (database: Record<string, string>, ...args: string[]) =>
    commandLineWithInput('', database, ...args)

  test('lists its commands', async () => {
    const { status, stdout } = await asProcess(env, '--help')
    assert.equal(status, 0)
    assertIncludes(stdout, [
      'account create',
      'store delete',
      'member remove',
      'key revoke',
      'demo seed',
      'load seed',
      'migrate',
      'doctor',
    ])
  })

  test('lists the commands when it does not know one', async () => {
    await fails(/account, store, member/)
    await fails(/There is no "tienda".*account, store/, 'tienda', 'create')
    await fails(/store create, store list, store delete/, 'store')
    await fails(/has no "erase".*store create, store list, store delete/, 'store', 'erase')
    await fails(/--force.*--store S/, 'store', 'delete', '--force')
    await fails(/--store is missing/, 'store', 'delete')
    await fails(/--store is missing/, 'store', 'delete', '--store', '')
  })

  test('names the variable that has an invalid value', async () => {
    const { status, stderr } = await commandLine({ ...env, PORT: 'http' }, 'store', 'list')
    assert.equal(status, 1)
    assert.match(stderr, /^PORT is "http".*\n$/)
  })

  test('says in one line that the database is unavailable', async () => {
    const away = { DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    const { status, stderr, stdout } = await asProcess(away, 'store', 'list')
    assert.equal(status, 1)
    assert.equal(stdout, '')
    assert.match(stderr, /^The database can't be reached[^\n]*\n$/)
  })

  test('prints readable text without --json', async () => {
    const flags = ['--email', `${newId()}@ejemplo.test`, '--password', '12345678']
    const { status, stdout } = await asProcess(env, 'account', 'create', ...flags)
    assert.equal(status, 0)
    assert.match(stdout, /^id: \w+\nemail: \S+\n$/)
  })

  test('prints a table with column names without --json', async () => {
    const lines = (await cli('account', 'list')).stdout.split('\n')
    const column = lines[0]!.indexOf('email')
    assert.ok(column > 0)
    assert.match(lines[1]!.slice(column), /^[^ @]+@\S+/)
    assert.equal((await cli('queue', 'list')).stdout, 'none\n')
    const { id } = await aShop()
    assert.equal((await cli('billing', 'history', '--store', id)).stdout, 'none\n')
  })
})

suite('account create', () => {
  test('creates an account, its e-mail in lower case', () => {
    assert.equal(owner.email, 'marta@ejemplo.test')
  })

  test('rejects an invalid e-mail, a short password and a duplicate account', async () => {
    await fails(/correo/, 'account', 'create', '--email', 'marta', '--password', '12345678')
    await fails(/contraseña/, 'account', 'create', '--email', 'm@ejemplo.test', '--password', '1234567')
    await fails(
      /An account has that e-mail: ".*Ya existe/,
      'account',
      'create',
      '--email',
      'MARTA@ejemplo.test',
      '--password',
      '12345678',
    )
  })
})

suite('account reset', () => {
  test('prints a link to set a new password, valid for half an hour', async () => {
    const email = `${newId()}@ejemplo.test`
    await json('account', 'create', '--email', email, '--password', 'una-clave-larga')
    const { url, expiresAt } = await json('account', 'reset', '--email', email.toUpperCase())
    const [, token] = /^http:\/\/localhost:3000\/panel\/recuperar\/([\w-]{43})$/.exec(url)!
    assert.equal((await findRecovery(service.sql, token!)).email, email)
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
    assert.ok(minutes > 25 && minutes <= 30, expiresAt)
    await fails(/nadie@ejemplo.test no existe/, 'account', 'reset', '--email', 'nadie@ejemplo.test')
  })
})

suite('account sessions end', () => {
  test('ends all sessions of the account, and prints how many there were', async () => {
    const email = `${newId()}@ejemplo.test`
    const { id } = await json('account', 'create', '--email', email, '--password', 'una-clave-larga')
    for (const device of ['Chrome en Android', 'Safari en iPhone']) {
      await createSession(service.sql, { accountId: id, device })
    }
    assert.deepEqual(await json('account', 'sessions', 'end', '--email', email), { ended: 2 })
    assert.deepEqual(await json('account', 'sessions', 'end', '--email', email), { ended: 0 })
    await fails(/has no "sessions".*account sessions end/, 'account', 'sessions', 'begin')
  })
})

suite('store create', () => {
  test('prints the store', async () => {
    const store = await aShop('--whatsapp', '+502 5555-1234', '--plan', 'lifetime')
    assert.equal(store.whatsappNumber, '+50255551234')
    assert.equal(store.plan, 'lifetime')
    assert.equal(store.billingState, 'active')
    assert.ok(store.url.endsWith(`/${store.slug}`))
  })

  test('is not subject to the cap of free stores', async () => {
    for (let n = 0; n < 4; n++) assert.equal((await aShop()).plan, 'free')
  })

  test('rejects an invalid value of each flag', async () => {
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
  test('lists the stores that are not deleted', async () => {
    const [remaining, gone] = [await aShop(), await aShop()]
    assert.deepEqual(await json('store', 'delete', '--store', gone.slug), { id: gone.id, deleted: true })
    const { data, total } = await json('store', 'list')
    const ids = data.map(({ id }: { id: string }) => id)
    assert.equal(total, ids.length)
    assert.ok(ids.includes(remaining.id))
    assert.ok(!ids.includes(gone.id))
    await fails(/no existe/, 'store', 'delete', '--store', gone.id)
  })
})

suite('key create and revoke', () => {
  test('takes effect at once in a running service', async () => {
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

  test('gives an account key all scopes, including those of the account', async () => {
    const { key, scopes } = await json('key', 'create', '--account', owner.email, '--scopes', 'all')
    assert.deepEqual(scopes, [...STORE_SCOPES, ...ACCOUNT_SCOPES])
    assert.equal((await service.get('/api/v1/stores', key)).status, 200)
  })

  test('rejects a scope that the key can not hold, and an unknown one', async () => {
    const store = await aShop()
    await fails(/stores:read/, 'key', 'create', '--store', store.slug, '--scopes', 'orders:read,stores:read')
    await fails(/orders:all/, 'key', 'create', '--account', owner.email, '--scopes', 'orders:all')
    await fails(/permiso/, 'key', 'create', '--store', store.slug, '--scopes', ',')
  })

  test('rejects an invalid expiry, an unknown store, and neither or both of store and account', async () => {
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

  test('stores the expiry', async () => {
    const store = await aShop()
    const flags = ['--store', store.slug, '--scopes', 'all', '--expires', '2099-01-01T00:00:00-06:00']
    const { id } = await json('key', 'create', ...flags)
    const [row] = await service.sql<{ expiresAt: string }[]>`select expires_at from api_keys where id = ${id}`
    assert.equal(row!.expiresAt, '2099-01-01T06:00:00.000Z')
  })

  test('creates it for another member, who must be allowed to', async () => {
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

suite('member add and remove', () => {
  test('adds and removes a role', async () => {
    const store = await aShop()
    const { email } = await json(
      'account',
      'create',
      '--email',
      `${newId()}@ejemplo.test`,
      '--password',
      '12345678',
    )
    const add = (role: string) =>
      json('member', 'add', '--store', store.slug, '--email', email, '--role', role)
    const first = await add('STAFF')
    assert.deepEqual(await add('ADMIN'), { id: first.id, role: 'ADMIN' })
    const remove = ['member', 'remove', '--store', store.slug, '--email', email]
    assert.deepEqual(await json(...remove), { deleted: true })
    await fails(/no existe/, ...remove)
  })

  test('never leaves a store without an owner', async () => {
    const store = await aShop()
    const flags = ['--store', store.slug, '--email', owner.email]
    await fails(/sin dueño/, 'member', 'remove', ...flags)
    await fails(/sin dueño/, 'member', 'add', ...flags, '--role', 'ADMIN')
  })

  test('refuses an unknown role', async () => {
    const store = await aShop()
    await fails(
      /^role is none of the choices/,
      'member',
      'add',
      '--store',
      store.slug,
      '--email',
      owner.email,
      '--role',
      'BOSS',
    )
  })
})

suite('account list, member list and key list', () => {
  test('list members and keys without any secret', async () => {
    const store = await aShop()
    const made = await json(
      'key',
      'create',
      '--store',
      store.slug,
      '--scopes',
      'orders:read',
      '--name',
      'Caja',
    )
    const [account] = (await json('account', 'list')).data
    assert.equal(account.email, owner.email)
    assert.ok(account.stores >= 1)

    const members = await json('member', 'list', '--store', store.slug)
    assert.equal(members.total, 1)
    const [{ id, createdAt, ...member }] = members.data
    assert.deepEqual(member, { accountId: account.id, email: owner.email, name: null, role: 'OWNER' })
    assert.ok(id && createdAt)

    const keys = await json('key', 'list', '--store', store.slug)
    assert.equal(keys.total, 1)
    const { prefix, scopes, name, revokedAt } = keys.data[0]
    const shown = { prefix: made.prefix, scopes: ['orders:read'], name: 'Caja', revokedAt: null }
    assert.deepEqual({ prefix, scopes, name, revokedAt }, shown)
    assert.ok(!JSON.stringify(keys).includes(made.key))
    await json('key', 'revoke', '--id', made.id)
    const ofAccount = (await json('key', 'list', '--account', owner.email)).data
    const revoked = ofAccount.find((key: { id: string }) => key.id === made.id)
    assert.ok(Date.parse(revoked.revokedAt))
    await fails(/either/, 'key', 'list')
    await fails(/There is no such thing: ".*no existe/, 'member', 'list', '--store', 'ninguna')
  })
})

suite('plan set, billing suspend and activate', () => {
  test('take effect on the next request', async () => {
    const store = await aShop()
    const key = await aKeyOf(store)
    assert.equal((await json('plan', 'set', '--store', store.slug, '--plan', 'pro')).plan, 'pro')
    assert.equal((await service.get('/api/v1/store', key)).json.data.plan, 'pro')
    assert.equal((await json('billing', 'suspend', '--store', store.id)).billingState, 'suspended')
    assert.equal((await service.get('/api/v1/store', key)).status, 402)
    assert.equal((await json('billing', 'activate', '--store', store.slug)).billingState, 'active')
    assert.equal((await service.get('/api/v1/store', key)).status, 200)
  })

  test('refuse an unknown plan and an unknown store', async () => {
    const store = await aShop()
    await fails(/plan/, 'plan', 'set', '--store', store.slug, '--plan', 'gold')
    await fails(/no existe/, 'billing', 'suspend', '--store', 'ninguna')
  })
})

suite('webhook create', () => {
  test('creates a webhook with a new secret', async () => {
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

  test('rejects unknown events and URLs that are not https', async () => {
    const store = await aShop()
    const create = (url: string, events: string) =>
      ['webhook', 'create', '--store', store.slug, '--url', url, '--events', events] as const
    await fails(/order\.paid/, ...create('https://ejemplo.com', 'order.created,order.paid'))
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
  test('invites for 7 days', async () => {
    const store = await aShop()
    const flags = ['--store', store.slug, '--email', 'nueva@ejemplo.test', '--role']
    const { id, expiresAt, ...rest } = await json('invitation', 'create', ...flags, 'STAFF')
    assert.ok(id)
    assert.deepEqual(rest, {})
    assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * 24 * 3600_000) < 60_000, expiresAt)
    await fails(/role/, 'invitation', 'create', ...flags, 'OWNER')
  })
})

suite('demo seed', () => {
  test('creates the demo store once, and a key each time', async () => {
    const first = await json('demo', 'seed')
    assert.deepEqual(Object.keys(first).toSorted(), ['key', 'panelUrl', 'store', 'storeUrl'])
    assert.ok((await service.get('/api/v1/products', first.key)).json.total > 0)
    const second = await json('demo', 'seed')
    assert.equal(second.store, first.store)
    assert.notEqual(second.key, first.key)
    assert.equal((await service.get('/api/v1/store', second.key)).status, 200)
  })
})

suite('doctor', () => {
  test('reports what is ok and what is not configured', async () => {
    const { ok, checks } = await json('doctor')
    const status = Object.fromEntries(
      checks.map(({ name, status }: { name: string; status: string }) => [name, status]),
    )
    assert.equal(ok, true)
    for (const name of ['node', 'database', 'migrations', 'clock']) assert.equal(status[name], 'ok', name)
    for (const name of ['whatsapp', 'stripe', 'smtp']) assert.equal(status[name], 'warn', name)
    for (const { status, message } of checks as { status: string; message: string }[])
      if (status !== 'ok') assert.match(message, /[A-Z]+_[A-Z]+|: start|docs\//) // what to do
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    const configured = { ...env, ...stripe, PUBLIC_URL: 'https://127.0.0.2:1' }
    const again = (await operate(configured, 'doctor')).checks as { name: string; status: string }[]
    for (const name of ['stripe', 'public address']) {
      assert.equal(again.find((check) => check.name === name)!.status, 'ok')
    }
  })

  test('ends with status 1 when something fails, and still prints all checks', async () => {
    const away = { DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    const { status, stdout, stderr } = await commandLineWithInput('', away, 'doctor', '--json')
    assert.equal(status, 1)
    assert.equal(stderr, '')
    const { ok, checks } = JSON.parse(stdout)
    assert.equal(ok, false)
    const database = checks.find(({ name }: { name: string }) => name === 'database')
    assert.equal(database.status, 'fail')
    assert.match(
      database.message,
      /^The database can't be reached \(ECONNREFUSED\): see that .* DATABASE_URL$/,
    )
  })
})

suite('with a service running on the data folder', () => {
  test('uses its database, and takes effect at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-cli-'))
    after(() => rm(folder, { recursive: true, force: true }))
    const port = await freePort()
    const [url, beside] = [`http://127.0.0.1:${port}`, { DATA_DIR: folder }]
    const running = startProcess({ ...beside, PORT: String(port) })
    await waitForStatus(`${url}/api/ready`)

    const { email } = await operate(
      beside,
      'account',
      'create',
      '--email',
      'a@ejemplo.test',
      '--password',
      '12345678',
    )
    const flags = ['--owner', email, '--name', 'Pan', '--slug', 'pan-y-miel', '--currency', 'CLP']
    const store = await operate(beside, 'store', 'create', ...flags)
    const { key } = await operate(beside, 'key', 'create', '--store', 'pan-y-miel', '--scopes', 'store:read')
    const read = () => fetch(`${url}/api/v1/store`, { headers: { authorization: `Bearer ${key}` } })
    assert.equal(((await (await read()).json()) as { data: { id: string } }).data.id, store.id)
    await operate(beside, 'store', 'delete', '--store', store.id)
    assert.equal((await read()).status, 401)

    assert.equal(await running.stop('SIGINT'), 0)
    assert.equal((await operate(beside, 'store', 'list')).total, 0)
  })
})

suite('without a service', () => {
  test('uses the data folder, also for concurrent commands', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-cli-'))
    after(() => rm(folder, { recursive: true, force: true }))
    const alone = { DATA_DIR: folder }
    const create = (n: number) =>
      operate(alone, 'account', 'create', '--email', `a${n}@ejemplo.test`, '--password', '12345678')
    await operate(alone, 'migrate')
    await create(0)
    const accounts = await Promise.all([create(1), create(2), create(3)])
    assert.equal(new Set(accounts.map(({ id }) => id)).size, 3)
    const { applied, versions } = await operate(alone, 'migrate')
    assert.deepEqual(applied, [])
    assert.equal(versions[0], '0001_accounts')
  })

  test('creates no database in a folder that has none', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'vitrina-cli-'))
    after(() => rm(parent, { recursive: true, force: true }))
    const mistyped = { DATA_DIR: join(parent, 'dada') }
    const { status, stdout, stderr } = await commandLine(mistyped, 'store', 'list')
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^There is no database in .*dada yet: .*migrate.*DATABASE_URL\n$/)
    const { checks } = await operate(mistyped, 'doctor')
    assert.match(JSON.stringify(checks), /"database","status":"warn","message":"There is no database/)
    assert.deepEqual(await readdir(parent), [])
    await operate(mistyped, 'demo', 'seed')
    assert.equal((await operate(mistyped, 'store', 'list')).total, 4)
  })

  test('sets up an empty database, and asks for `migrate` on an old one', async () => {
    const database = `vitrina_cli_${newId()}`
    await service.sql.unsafe(`create database ${database}`)
    const url = new URL(service.databaseUrl)
    url.pathname = `/${database}`
    const fresh = { DATABASE_URL: url.href }
    assert.equal((await operate(fresh, 'store', 'list')).total, 0)

    const sql = connect(url.href, { max: 1 })
    await sql`delete from schema_migrations where name like '0003%'`
    await sql.end()
    const { stderr } = await commandLine(fresh, 'store', 'list')
    assert.match(stderr, /lacks 0003_\w+.*migrate/)
    const { checks } = await operate(fresh, 'doctor')
    const migrations = checks.find(({ name }: { name: string }) => name === 'migrations')
    assert.match(migrations.message, /^pending: 0003_\w+; run .*migrate/)
    await service.sql.unsafe(`drop database ${database} with (force)`)
  })
})
