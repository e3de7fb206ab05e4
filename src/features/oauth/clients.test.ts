import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { runPurge } from '../../../test/purge.ts'
import {
  aCode,
  aConnector,
  authorizationPath,
  aVerifier,
  CALLBACK,
  consentPage,
} from '../../../test/connector.ts'
import { aGrant } from '../../../test/grants.ts'
import { aMember } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'

const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const { sql } = service
const chosen = ['store:read'] as const

suite('dynamic client registration', () => {
  test('creates a public client, whatever it asks for', async () => {
    const callbacks = [CALLBACK, 'https://claude.com/api/mcp/auth_callback']
    const { status, json } = await aConnector(service).register({
      client_name: 'Claude\u202e',
      redirect_uris: callbacks,
      grant_types: ['authorization_code', 'client_credentials'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
      jwks_uri: 'https://malo.test/claves',
      logo_uri: 'javascript:alert(1)',
    })
    assert.equal(status, 201, JSON.stringify(json))
    assert.deepEqual(
      [json['client_name'], json['redirect_uris'], json['token_endpoint_auth_method'], json['grant_types']],
      ['Claude', callbacks, 'none', ['authorization_code', 'refresh_token']],
    )
    for (const name of ['client_secret', 'scope', 'jwks_uri', 'logo_uri']) assert.equal(json[name], undefined)
  })

  test("accepts redirect URIs with https, on the loopback interface, or with an app's own scheme; never another's", async () => {
    const connector = aConnector(service)
    for (const uri of [
      'http://malo.test/cb',
      'https://localhost/cb',
      'https://a:b@claude.ai/cb',
      'https://claude.ai/cb#x',
      'javascript:alert(1)',
      'JavaScript://x/%0aalert(1)',
      'data:text/html,x',
      'data://text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'blob:https://claude.ai/x',
      'view-source://claude.ai/cb',
      'about:blank',
      'ftp://claude.ai/cb',
      'ws://localhost/cb',
      'mailto:a@b.test',
      'tel:+50255551234',
      'intent://claude.ai/cb',
      'chrome-extension://abc/cb',
      'ms-msdt:/id',
      'ms-officecmd://x',
      'search-ms:/query=x',
      'c:/windows',
      'com.example.app:cb',
      'cursor://a:b@anysphere/cb',
      'cursor://anysphere/cb#x',
      '//claude.ai/cb',
      'https://claude.ai/\u0000',
      `https://claude.ai/${'x'.repeat(2000)}`,
      7,
    ]) {
      const { status, json } = await connector.register({ redirect_uris: [uri] })
      assert.deepEqual([status, json.error], [400, 'invalid_redirect_uri'], String(uri))
    }
    for (const metadata of [
      [],
      'x',
      null,
      {},
      { redirect_uris: [] },
      { redirect_uris: Array(21).fill(CALLBACK) },
    ]) {
      assert.equal((await connector.register(metadata as object)).status, 400)
    }
    for (const uri of [
      'http://localhost:3000/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:9/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode://vscode.github-authentication/did-authenticate',
      'com.example.app:/oauth2redirect',
    ]) {
      assert.equal((await connector.register({ redirect_uris: [uri] })).status, 201, uri)
    }
    const mixed = [
      'https://www.cursor.com/cb',
      'http://localhost:8787/cb',
      'cursor://anysphere.cursor-mcp/cb',
    ]
    const { json } = await connector.register({ application_type: 'web', redirect_uris: mixed })
    assert.deepEqual([json['redirect_uris'], json['application_type']], [mixed, 'native'])
  })

  test('is limited to 60 per hour and IP address', async () => {
    const connector = aConnector(service)
    const responses = await Promise.all(
      Array.from({ length: 62 }, () => connector.register({ redirect_uris: [CALLBACK] })),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, 60)
    const late = responses.find(({ status }) => status === 429)!
    assert.ok(Number(late.headers.get('retry-after')) > 0)
  })

  test('is limited to 240 per hour and /48 of IPv6, each /64 of which has a limit of its own', async () => {
    const register = async (n: number) =>
      (
        await service.app.inject({
          method: 'POST',
          url: '/oauth/register',
          headers: { 'x-forwarded-for': `2001:db8:7:${n.toString(16)}::1` },
          payload: { redirect_uris: [CALLBACK] },
        })
      ).statusCode
    const statuses = await Promise.all(Array.from({ length: 242 }, (_, n) => register(n)))
    assert.equal(statuses.filter((status) => status === 201).length, 240)
    assert.equal(await register(999), 429)
    const elsewhere = { 'x-forwarded-for': '2001:db8:8::1' }
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/oauth/register',
      headers: elsewhere,
      payload: { redirect_uris: [CALLBACK] },
    })
    assert.equal(statusCode, 201)
  })

  test('of 20,000 that nobody gave access ends with 503, for the 20 minutes until they are purged', async () => {
    await sql`
      insert into oauth_clients (id, metadata, created_at)
      select 'x' || n, '{}', now() - interval '19 minutes' from generate_series(1, 20000) n`
    const connector = aConnector(service)
    const register = async () => (await connector.register({ redirect_uris: [CALLBACK] })).status
    await runPurge(sql, 'unused clients of assistants')
    assert.equal(await register(), 503)
    const { person, store } = await aMember(service, 'OWNER')
    await sql`update oauth_clients set created_at = now() - interval '21 minutes'`
    while (await runPurge(sql, 'unused clients of assistants'));
    const { clientId } = await aCode(connector, person, { storeId: store.id, scopes: chosen })
    await sql`update oauth_clients set created_at = now() - interval '21 minutes'`
    await runPurge(sql, 'unused clients of assistants')
    assert.deepEqual([...(await sql`select id from oauth_clients`)], [{ id: clientId }])
  })
})

suite('what has expired', () => {
  test('is purged: grants after 90 days, with clients that have no other', async () => {
    const { store } = await aMember(service, 'OWNER')
    const of = { storeId: store.id, accountId: store.ownerId }
    const [old, recent, open] = [
      await aGrant(service, of),
      await aGrant(service, of),
      await aGrant(service, of),
    ]
    await sql`update oauth_grants set ended_at = now() - interval '91 days' where id = ${old.id}`
    await sql`update oauth_grants set ended_at = now() - interval '89 days' where id = ${recent.id}`
    await sql`update oauth_clients set created_at = now() - interval '99 days', granted_at = now() - interval '98 days'`
    await runPurge(sql, 'old grants of assistants')
    await runPurge(sql, 'unused clients of assistants')
    const left = await sql<{ id: string }[]>`
      select grants.id from oauth_grants grants join oauth_clients on oauth_clients.id = client_id where store_id = ${store.id}`
    assert.deepEqual(left.map(({ id }) => id).toSorted(), [recent.id, open.id].toSorted())
    const unused =
      await sql`select id from oauth_clients where id not in (select client_id from oauth_grants)`
    assert.equal(unused.length, 0)
  })

  test('is purged: tokens and requests, nothing else', async () => {
    const { person, store } = await aMember(service, 'OWNER')
    await aCode(aConnector(service), person, { storeId: store.id, scopes: chosen })
    const rows = async () => (await sql`select kind from oauth_tokens`).length
    await runPurge(sql, 'expired tokens of assistants')
    assert.ok((await rows()) > 0)
    await sql`update oauth_tokens set expires_at = now() - interval '1 second'`
    await sql`insert into oauth_requests (id_hash, payload, expires_at) values ('\\x00', '{}', now() - interval '1 second')`
    await runPurge(sql, 'expired tokens of assistants')
    await runPurge(sql, 'expired requests of assistants')
    assert.deepEqual(
      [await rows(), (await sql`select 1 from oauth_requests where id_hash = '\\x00'`).length],
      [0, 0],
    )
  })
})

suite('over https', () => {
  test('the cookies of the sign-in are secure, and the addresses those of the service', async () => {
    const secure = await startService({ PUBLIC_URL: 'https://tienda.test', PANEL_URL: 'https://panel.test' })
    const headers = { 'x-forwarded-proto': 'https', host: 'panel.test' }
    const register = await fetch(`${secure.url}/oauth/register`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [CALLBACK] }),
    })
    const { client_id: id } = (await register.json()) as { client_id: string }
    const path = authorizationPath(id, aVerifier().challenge)
    const { statusCode, headers: responseHeaders } = await secure.app.inject({
      method: 'GET',
      url: path,
      headers,
    })
    assert.equal(statusCode, 303)
    assert.match(String(responseHeaders.location), /^\/panel\/conectar\/[\w-]+\/permisos$/)
    const cookies = [responseHeaders['set-cookie'] ?? []].flat()
    assert.equal(cookies.length, 2)
    for (const cookie of cookies) assert.match(cookie, /; secure; httponly/i)
    const { json } = await secure.get('/.well-known/oauth-authorization-server', undefined, headers)
    assert.partialDeepStrictEqual(json, {
      issuer: 'https://tienda.test',
      authorization_endpoint: 'https://panel.test/panel/conectar',
    })
  })
})

suite('a query that fails', () => {
  test('is the error of its request, so that an outage is a 503', async () => {
    const { app, sql: broken } = await startService()
    await broken`alter table oauth_clients rename to gone`
    const { authorizationServer } = app
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'grant_type=refresh_token&refresh_token=x&client_id=abc'
    const noTable = { code: '42P01' }
    const token = { method: 'POST', url: '/oauth/token', headers, payload } as const
    await assert.rejects(authorizationServer.handle(token), noTable)
    const url = authorizationPath('abc', aVerifier().challenge)
    await assert.rejects(authorizationServer.handle({ method: 'GET', url }), noTable)
  })
})

type Document = { status?: number; body?: unknown; location?: string; cache?: string }

/** Where a client publishes what it is. */
async function aPublisher() {
  let answer: Document = {}
  let reads = 0
  const server = createServer((_request, response) => {
    reads++
    response.statusCode = answer.status ?? 200
    if (answer.location) response.setHeader('location', answer.location)
    if (answer.cache) response.setHeader('cache-control', answer.cache)
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => new Promise((done) => server.close(done).closeAllConnections())
  after(close)
  const id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth/client.json`
  const document = { client_id: id, client_name: 'Claude', redirect_uris: [CALLBACK] }
  return { id, document, close, reads: () => reads, publish: (next: Document) => (answer = next) }
}

suite('a client id metadata document', () => {
  const age = (id: string, days: number) => sql`
    update oauth_clients
    set fetched_at = now() - make_interval(days => ${days}), fresh_until = now() - interval '1 second'
    where id = ${id}`

  test('identifies the client, whose URL the consent page shows, and is fetched once while it is fresh', async () => {
    const { id, document, publish, reads } = await aPublisher()
    publish({ body: document })
    const [{ person, store }, connector] = [await aMember(service, 'OWNER'), aConnector(service)]
    const { text } = await consentPage(person, authorizationPath(id, aVerifier().challenge))
    assert.match(text, new RegExp(`de <b>${new URL(id).host}</b>`))
    assert.doesNotMatch(text, /nadie lo comprobó/)
    const { exchange } = await aCode(connector, person, { storeId: store.id, scopes: chosen, clientId: id })
    assert.equal((await connector.token(exchange)).status, 200)
    assert.equal(reads(), 1)
  })

  test('is not fetched by a token request', async () => {
    const { id, document, publish, reads } = await aPublisher()
    publish({ body: document })
    const { status, json } = await aConnector(service).token({
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id: id,
    })
    assert.deepEqual([status, json['error'], reads()], [401, 'invalid_client', 0])
  })

  test('is used for 7 days while it can’t be fetched, and no longer', async () => {
    const { id, document, publish, close } = await aPublisher()
    publish({ body: document })
    const { person } = await aMember(service, 'OWNER')
    const ask = async () => (await person.get(authorizationPath(id, aVerifier().challenge))).status
    assert.equal(await ask(), 303)
    publish({ status: 503 })
    await age(id, 6)
    assert.equal(await ask(), 303)
    await close()
    await age(id, 6)
    assert.equal(await ask(), 303)
    await age(id, 8)
    assert.equal(await ask(), 400)
  })

  test('takes effect when it changes', async () => {
    const { id, document, publish } = await aPublisher()
    publish({ body: document, cache: 'max-age=0' })
    const { person } = await aMember(service, 'OWNER')
    const ask = async () => (await person.get(authorizationPath(id, aVerifier().challenge))).status
    assert.equal(await ask(), 303)
    publish({ body: { ...document, redirect_uris: ['https://claude.ai/otra'] } })
    assert.equal(await ask(), 303) // five minutes at least
    await age(id, 0)
    assert.equal(await ask(), 400)
  })

  test('is rejected when its client_id differs, it is malformed, has a secret, is too long or redirects', async () => {
    const { id, document, publish } = await aPublisher()
    const other = await aPublisher()
    other.publish({ body: document })
    const { person } = await aMember(service, 'OWNER')
    for (const answer of [
      { body: { ...document, client_id: `${id}/otro` } },
      { body: { ...document, client_secret: 'x' } },
      { body: { ...document, redirect_uris: ['http://malo.test/x'] } },
      { body: 'nada' },
      { body: 'null' },
      { body: JSON.stringify({ ...document, note: 'x'.repeat(100_000) }) },
      { status: 302, location: other.id },
      { status: 404, body: document },
    ] satisfies Document[]) {
      publish(answer)
      const { status, location } = await person.get(authorizationPath(id, aVerifier().challenge))
      assert.deepEqual([status, location], [400, null], JSON.stringify(answer).slice(0, 80))
    }
    assert.equal(other.reads(), 0)
  })

  test('is fetched while those of many others hang', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.after(() => silent.closeAllConnections())
    let connections = 0
    silent.on('connection', () => connections++)
    const { port } = silent.address() as AddressInfo
    const { person: attacker } = await aMember(service, 'OWNER')
    const hang = (n: number) =>
      attacker.get(authorizationPath(`http://127.0.0.1:${port}/${n}`, aVerifier().challenge))
    const hanging = Promise.all(Array.from({ length: 40 }, (_, n) => hang(n)))
    await waitFor(() => connections > 0)
    const { id, document, publish } = await aPublisher()
    publish({ body: document })
    const { person } = await aMember(service, 'OWNER')
    const asked = person.get(authorizationPath(id, aVerifier().challenge))
    assert.notEqual(await Promise.race([hanging.then(() => 'hanging'), asked]), 'hanging')
    assert.equal((await asked).status, 303)
    silent.close().closeAllConnections()
    const responses = await hanging
    assert.ok(responses.some((answer) => answer.status === 503))
  })

  test('is not fetched from a private address, over plain http, or from a URL without a path', async () => {
    const guarded = await startService()
    const { person } = await aMember(guarded, 'OWNER')
    const { id, document, publish, reads } = await aPublisher()
    publish({ body: document })
    for (const address of [
      id,
      id.replace('http:', 'https:'),
      'https://localhost/c.json',
      'https://169.254.169.254/c.json',
    ]) {
      const { status } = await person.get(authorizationPath(address, aVerifier().challenge))
      assert.equal(status, 400, address)
    }
    const open = await aMember(service, 'OWNER')
    for (const address of [
      new URL(id).origin,
      `${new URL(id).origin}/`,
      `${id}#x`,
      id.replace('oauth/', 'oauth/../oauth/'),
    ]) {
      await open.person.get(authorizationPath(address, aVerifier().challenge))
    }
    assert.equal(reads(), 0)
  })
})
