import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { buildApp } from '../src/doors/app.ts'
import { readConfig } from '../src/core/config/config.ts'
import { connect } from '../src/core/database/db.ts'
import { answerCheck } from './answers.ts'
import type { BodyAt, ErrorFields } from './body-types.ts'
import { createLog } from '../src/core/process/log.ts'
import { withoutIndentation } from './markup.ts'
import { onEach } from './servers.ts'

type Init = { key?: string | undefined; body?: unknown; headers?: Record<string, string> }

export type Answer<Body = ErrorFields> = {
  status: number
  headers: Headers
  text: string
  /** The body, parsed. Whether it is a success or an error, the status says. */
  json: Body
}

export type Service = Awaited<ReturnType<typeof startService>>

/**
 * The service on a port of its own (or on `PORT`, which its `PUBLIC_URL` then names), with a database copied from the
 * migrated template. It is closed with the test file. Every JSON response that a test gets from it must match what its route
 * documents, or the test fails. `beside` shares the database of another service, as a second process would.
 */
export async function startService(env: Record<string, string> = {}, sharedWith?: { databaseUrl: string }) {
  const databaseUrl = sharedWith?.databaseUrl ?? (await copyTemplate())
  const sql = connect(databaseUrl, { max: 10 })
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '127.0.0.1',
    ...env,
  })
  const app = await buildApp(config, sql, createLog(config.logLevel))
  const url = await app.listen({ port: Number(env['PORT'] ?? 0), host: '127.0.0.1' })

  async function close() {
    // Node waits half a minute for a connection that `fetch` opened and sent no request on.
    const rest = setTimeout(() => app.server.closeAllConnections(), 2_000)
    await app.close()
    clearTimeout(rest)
    await sql.end({ timeout: 5 })
  }
  servicesByDatabase.get(databaseUrl)?.push(close)
  after(close)

  const check = answerCheck(app)
  const call =
    <Method extends string>(method: Method) =>
    async <Path extends string>(path: Path, init?: Init): Promise<Answer<BodyAt<Method, Path>>> => {
      app.pageVersions.clear() // tests write to the database directly, as other processes do
      const answer = await request(url, method, path, init)
      if (answer.json !== undefined) check(method, path, answer.status, answer.json)
      return answer
    }
  return {
    app,
    sql,
    url,
    databaseUrl,
    close,
    get: <Path extends string>(path: Path, key?: string, headers: Record<string, string> = {}) =>
      call('GET')(path, { key, headers }),
    post: call('POST'),
    put: call('PUT'),
    delete: <Path extends string>(path: Path, key?: string) => call('DELETE')(path, { key }),
    call: <Method extends string, Path extends string>(method: Method, path: Path, init?: Init) =>
      call(method)(path, init),
  }
}

async function request(
  url: string,
  method: string,
  path: string,
  { key, body, headers = {} }: Init = {},
): Promise<Answer<never>> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      // `fetch` would ask for each answer compressed: a third of the processor time of walks over many pages.
      'accept-encoding': 'identity',
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const received = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const text = /\b(?:html|xml)\b/.test(type) ? withoutIndentation(received) : received
  const isJson = type.includes('json') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (isJson ? JSON.parse(text) : undefined) as never,
  }
}

/** The `close` functions of a database's services: all are closed before it is dropped. */
const servicesByDatabase = new Map<string, (() => Promise<void>)[]>()

async function copyTemplate(): Promise<string> {
  const [server, template] = [process.env['VITRINA_TEST_SERVER'], process.env['VITRINA_TEST_TEMPLATE']]
  if (!server || !template) throw new Error('Run the tests with `npm test` (or `npm run test:one -- FILE`)')
  const database = `vitrina_${randomUUID().replaceAll('-', '')}`
  const servers = server.split(' ')
  // The files of a small template are copied in half of the processor time that its blocks take through the log.
  const copy = `create database ${database} template ${template} strategy file_copy`
  await onEach(servers, (sql) => sql.unsafe(copy))
  const url = new URL(servers[0]!)
  url.pathname = `/${database}`
  servicesByDatabase.set(url.href, [])
  after(async () => {
    for (const close of servicesByDatabase.get(url.href) ?? []) await close()
    await onEach(servers, (sql) => sql.unsafe(`drop database if exists ${database} with (force)`))
  })
  return url.href
}

/** How many answers came with each status. */
export function countByStatus(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
