import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { assertIncludes } from '../../test/assert-includes.ts'
import { commandLine, commandLineWithInput, operate } from '../../test/command-line.ts'
import { waitForStatus, freePort, startProcess } from '../../test/process.ts'
import { startService } from '../../test/service.ts'
import { connect } from '../core/database/db.ts'
import { newId } from '../core/values/id.ts'
import { anOperator } from '../../test/operator.ts'

const service = await startService()
const { env, cli, json, aShop, fails } = await anOperator(service)

suite('the command line', () => {
  const asProcess = (database: Record<string, string>, ...args: string[]) =>
    commandLineWithInput('', database, ...args)

  test('the command line lists its commands', async () => {
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

  test('the command line lists the commands when it does not know one', async () => {
    await fails(/account, store, member/)
    await fails(/There is no "tienda".*account, store/, 'tienda', 'create')
    await fails(/store create, store list, store delete/, 'store')
    await fails(/has no "erase".*store create, store list, store delete/, 'store', 'erase')
    await fails(/--force.*--store S/, 'store', 'delete', '--force')
    await fails(/--store is missing/, 'store', 'delete')
    await fails(/--store is missing/, 'store', 'delete', '--store', '')
  })

  test('the command line names the variable that has an invalid value', async () => {
    const { status, stderr } = await commandLine({ ...env, PORT: 'http' }, 'store', 'list')
    assert.equal(status, 1)
    assert.match(stderr, /^PORT is "http".*\n$/)
  })

  test('the command line says in one line that the database is unavailable', async () => {
    const away = { DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    const { status, stderr, stdout } = await asProcess(away, 'store', 'list')
    assert.equal(status, 1)
    assert.equal(stdout, '')
    assert.match(stderr, /^The database can't be reached[^\n]*\n$/)
  })

  test('the command line prints readable text without --json', async () => {
    const flags = ['--email', `${newId()}@ejemplo.test`, '--password', '12345678']
    const { status, stdout } = await asProcess(env, 'account', 'create', ...flags)
    assert.equal(status, 0)
    assert.match(stdout, /^id: \w+\nemail: \S+\n$/)
  })

  test('the command line prints a table with column names without --json', async () => {
    const lines = (await cli('account', 'list')).stdout.split('\n')
    const column = lines[0]!.indexOf('email')
    assert.ok(column > 0)
    assert.match(lines[1]!.slice(column), /^[^ @]+@\S+/)
    assert.equal((await cli('queue', 'list')).stdout, 'none\n')
    const { id } = await aShop()
    assert.equal((await cli('billing', 'history', '--store', id)).stdout, 'none\n')
  })
})

suite('demo seed', () => {
  test('demo seed creates the demo store once, and a key each time', async () => {
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
  test('doctor reports what is ok and what is not configured', async () => {
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

  test('doctor ends with status 1 when something fails, and still prints all checks', async () => {
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
      /^The database can't be reached: see that .* DATABASE_URL where that is set \(connect ECONNREFUSED [^\n]+\)$/,
    )
  })
})

suite('with a service running on the data folder', () => {
  test('a command beside a running service uses its database, and takes effect at once', async () => {
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
  test('a command without a service uses the data folder, also for concurrent commands', async () => {
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

  test('a command without a service creates no database in an empty folder', async () => {
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
    assert.equal((await operate(mistyped, 'store', 'list')).total, 6)
  })

  test('a command without a service sets up an empty database, and asks for `migrate` on an old one', async () => {
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
    assert.match(stderr, /lacks the migrations 0003_\w+.*migrate/)
    const { checks } = await operate(fresh, 'doctor')
    const migrations = checks.find(({ name }: { name: string }) => name === 'migrations')
    assert.match(migrations.message, /^pending: 0003_\w+; run .*migrate/)
    await service.sql.unsafe(`drop database ${database} with (force)`)
  })
})
