import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { commandLine, operate } from '../../../test/command-line.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { archiveOf } from './doctor-database.ts'

const { sql, databaseUrl } = await startService()
const fixture = (name: string) => new URL(`../../../test/fixtures/${name}`, import.meta.url).pathname
const runChecks = async (env: Record<string, string> = {}) => {
  const { checks } = await operate({ DATABASE_URL: databaseUrl, ...env }, 'doctor')
  const named = checks as { name: string; status: string; message: string }[]
  return (name: string) => named.find((check) => check.name === name)
}

suite('doctor', () => {
  test('lists the largest tables with their growth, and advice on dead rows', async () => {
    await sql.begin(async (tx) => {
      await tx`alter table rate_hits set (autovacuum_enabled = off)`
      await tx`
        insert into rate_hits (key, hits, ends_at)
        select n::text, 1, now()
        from generate_series(1, 150000) as n`
      await tx`delete from rate_hits`
      await tx`insert into rate_hits (key, hits, ends_at) values ('a', 1, now())`
      await tx`select pg_stat_force_next_flush()`
    })
    let check = await runChecks()
    await waitFor(async () => {
      check = await runChecks()
      return check('dead rows')!.status === 'warn' && / 1 rows/.test(check('tables')!.message)
    })
    assert.match(check('dead rows')!.message, /^rate_hits 15000\d, vacuumed never: look for a transaction/)
    assert.match(check('tables')!.message, /^rate_hits \d+ MB, 1 rows \(\+1\); /)
    assert.match(check('slow statements')!.message, /^not known/)
  })

  test('lists the slowest statements, if pg_stat_statements is available', async () => {
    // The extension has to be loaded when the server starts; its view looks like this.
    await sql`
      create view pg_stat_statements as
      select oid as dbid, E'select  1\nfrom orders' as query, 12.345::float8 as mean_exec_time, 7::bigint as calls
      from pg_database
      where datname in (current_database(), 'template1')`
    assert.equal((await runChecks())('slow statements')!.message, '12.3 ms, 7 times: select 1 from orders')
    await sql`drop view pg_stat_statements`
  })

  test('signs in to the mail server and looks up the WhatsApp number, and reports the responses', async (t) => {
    let status = 200
    const meta = createServer(({ url, headers }, response) => {
      const isAsked =
        url === '/v25.0/1?fields=display_phone_number,quality_rating' && headers.authorization === 'Bearer x'
      response
        .writeHead(isAsked ? status : 404)
        .end('{"display_phone_number":"+502 1","quality_rating":"GREEN"}')
    }).listen(0, '127.0.0.1')
    t.after(() => meta.close())
    await once(meta, 'listening')
    const mail = await startMailServer()
    const env = {
      WHATSAPP_API_URL: `http://127.0.0.1:${(meta.address() as AddressInfo).port}/v25.0`,
      WHATSAPP_PHONE_NUMBER_ID: '1',
      WHATSAPP_ACCESS_TOKEN: 'x',
      SMTP_URL: mail.url,
    }
    const good = await runChecks(env)
    assert.deepEqual(good('whatsapp'), { name: 'whatsapp', status: 'ok', message: '+502 1, quality GREEN' })
    assert.match(good('smtp')!.message, /^signed in at 127\.0\.0\.1:\d+$/)
    status = 401
    const { stdout } = await commandLine(
      { DATABASE_URL: databaseUrl, ...env, SMTP_URL: 'smtp://127.0.0.1:1' },
      'doctor',
    )
    assert.match(stdout, /^whatsapp {2}fail {2}rejected \(401\): renew WHATSAPP_ACCESS_TOKEN$/m)
    assert.match(stdout, /^smtp {2}fail {2}.*ECONNREFUSED.*: look at SMTP_URL/m)
  })

  test('says that connections are used up, where they are, and not that nothing can be reached', async (t) => {
    await sql.unsafe("create role used_up login password 'x' connection limit 0")
    t.after(() => sql.unsafe('drop role used_up'))
    const url = new URL(databaseUrl)
    Object.assign(url, { username: 'used_up', password: 'x' })
    const { stdout } = await commandLine({ DATABASE_URL: url.href }, 'doctor')
    assert.match(
      stdout,
      /^database +fail +All connections of the database are used up: close some, or raise .*\(too many .*\)$/m,
    )
  })

  test('reports when the certificate of the service expires', async () => {
    const tls = { TLS_CERT_FILE: fixture('localhost.crt'), TLS_KEY_FILE: fixture('localhost.key') }
    assert.equal((await runChecks())('certificate'), undefined)
    assert.match((await runChecks(tls))('certificate')!.message, /^TLS_CERT_FILE: good for \d+ days$/)
  })

  test('checks the certificate of the public address as browsers do', async (t) => {
    const [cert, key] = ['crt', 'key'].map((end) => readFileSync(fixture(`localhost.${end}`)))
    const proxy = createTlsServer({ cert, key }).listen(0, '127.0.0.1')
    t.after(() => proxy.close())
    await once(proxy, 'listening')
    const PUBLIC_URL = `https://localhost:${(proxy.address() as AddressInfo).port}`
    const requested = async (env: Record<string, string>) => (await runChecks(env))('certificate')!
    const { stdout } = await commandLine({ DATABASE_URL: databaseUrl, PUBLIC_URL }, 'doctor')
    assert.match(stdout, /^certificate {2}fail {2}.*browsers reject its certificate \(\w+SELF_SIGNED\w+\)/m)
    const authorities = getCACertificates()
    setDefaultCACertificates([cert!.toString()])
    t.after(() => setDefaultCACertificates(authorities))
    assert.match((await requested({ PUBLIC_URL })).message, /^https:\/\/localhost:\d+: good for \d+ days$/)
    const away = await requested({ PUBLIC_URL: 'https://localhost:1' })
    assert.deepEqual([away.status, /does not respond from here \(\w+\)/.test(away.message)], ['warn', true])
  })

  test('reports whether an external server archives its write-ahead log', async () => {
    assert.match((await runChecks())('log archive')!.message, /^off: .*docs\/backup\.md/)
    const [early, late] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:06.000Z']
    const archive = (archivedAt: string | null, failedAt: string | null) =>
      archiveOf({ mode: 'on', archivedAt, failedAt })
    assert.deepEqual(archive(late, early), { name: 'log archive', status: 'ok', message: `last at ${late}` })
    assert.match(archive(early, late).message, /^failed at 2026-01-02T03:04:06\.000Z: .*archive_command/)
    assert.deepEqual([archive(null, late).status, archive(null, null).status], ['warn', 'ok'])
  })
})
