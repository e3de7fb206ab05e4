import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { buildApp } from '../../doors/app.ts'
import { readConfig } from '../../core/config/config.ts'
import { createLog } from '../../core/process/log.ts'
import { addMember, removeMember } from '../team/change.ts'
import { anAssistant, message } from '../../../test/assistant.ts'
import { aPerson } from '../../../test/accounts.ts'
import {
  aClient,
  aCode,
  aConnector,
  authorizationPath,
  aVerifier,
  CALLBACK,
  type Tokens,
} from '../../../test/connector.ts'
import { anAccount, aStore } from '../../../test/factories.ts'
import { aGrant } from '../../../test/grants.ts'
import { aMember, signedIn } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import type { Scope } from '../../core/auth/scopes.ts'

const service = await startService()
const { sql } = service
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const chosen = ['store:read', 'products:read'] as const

async function aRequest(scopes: readonly Scope[] = chosen, params: Record<string, string> = {}) {
  const [{ store, person }, connector] = [await aMember(service, 'OWNER'), aConnector(service)]
  return {
    store,
    person,
    connector,
    ...(await aCode(connector, person, { storeId: store.id, scopes, params })),
  }
}

async function aConnection() {
  const request = await aRequest()
  const { connector, clientId } = request
  const { status, json: tokens } = await connector.token(request.exchange)
  assert.equal(status, 200, JSON.stringify(tokens))
  const refresh = (of: Tokens, fields = {}) =>
    connector.token({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: of.refresh_token,
      ...fields,
    })
  return { ...request, tokens, refresh }
}

const opens = async ({ access_token: token }: Tokens) =>
  (await message(service, list, { authorization: `Bearer ${token}` })).status

const refusedAs = (error: string, { status, json }: { status: number; json: { error?: string } }) =>
  assert.deepEqual([status, json.error], [400, error], JSON.stringify(json))

suite('a connector', () => {
  test('a connector gets tokens for the scopes that the user chose, with state and issuer', async () => {
    const { store, tokens, back } = await aConnection()
    assert.equal(back.origin + back.pathname, CALLBACK)
    assert.equal(back.searchParams.get('iss'), service.app.publicUrl)
    assert.equal(back.searchParams.get('state'), 'estado-1')
    assert.deepEqual(tokens.scope.split(' ').toSorted(), ['products:read', 'store:read'])
    assert.equal(tokens.expires_in, 3600)
    assert.equal(
      (await (await anAssistant(service, tokens.access_token)).done('get_store')).data.id,
      store.id,
    )
  })

  test('a connector renews its tokens, each refresh token once, and no longer than the grant', async () => {
    const { tokens, refresh } = await aConnection()
    const next = await refresh(tokens)
    assert.equal(next.status, 200)
    assert.notEqual(next.json.refresh_token, tokens.refresh_token)
    assert.equal(await opens(next.json), 200)
    await sql`update oauth_grants set expires_at = now() + interval '10 minutes'`
    const last = await refresh(next.json)
    assert.ok(last.json.expires_in <= 600, JSON.stringify(last.json))
    await sql`update oauth_grants set expires_at = now()`
    refusedAs('invalid_grant', await refresh(last.json))
  })

  test('a connector that reuses a refresh token loses the grant', async () => {
    const { tokens, refresh } = await aConnection()
    const { json: next } = await refresh(tokens)
    refusedAs('invalid_grant', await refresh(tokens))
    refusedAs('invalid_grant', await refresh(next))
    assert.deepEqual([await opens(tokens), await opens(next)], [401, 401])
  })

  test('a connector that uses a refresh token concurrently gets tokens at most once', async () => {
    const { tokens, refresh } = await aConnection()
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens)))
    const given = responses.filter(({ status }) => status === 200)
    assert.equal(given.length, 1)
    assert.equal(await opens(given[0]!.json), 401)
  })

  test('a connector that reuses a code loses the grant', async () => {
    const { connector, exchange } = await aRequest()
    const responses = [await connector.token(exchange), await connector.token(exchange)]
    assert.equal(responses[0]!.status, 200)
    refusedAs('invalid_grant', responses[1]!)
    assert.equal(await opens(responses[0]!.json), 401)
  })

  test('a connector that uses a code concurrently gets tokens at most once', async () => {
    const { connector, exchange } = await aRequest()
    const responses = await Promise.all(Array.from({ length: 8 }, () => connector.token(exchange)))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  })

  test('a connector gets no token for a code with another verifier, redirect URI or client, or too late', async () => {
    const { connector, exchange, clientId } = await aRequest()
    refusedAs('invalid_grant', await connector.token({ ...exchange, code_verifier: aVerifier().verifier }))
    refusedAs('invalid_grant', await connector.token({ ...exchange, redirect_uri: 'https://claude.com/x' }))
    refusedAs('invalid_grant', await connector.token({ ...exchange, client_id: await aClient(connector) }))
    const { code_verifier: _, ...bare } = exchange
    refusedAs('invalid_grant', await connector.token(bare))
    await sql`update oauth_tokens set payload = payload || '{"exp": 1}', expires_at = now() where payload ->> 'clientId' = ${clientId}`
    refusedAs('invalid_grant', await connector.token(exchange))
  })

  test('a connector gets no token for another resource; ours may have a trailing slash', async () => {
    const { connector, exchange } = await aRequest(chosen, { resource: `${service.app.publicUrl}/mcp/` })
    const { status } = await connector.token({ ...exchange, resource: `${service.app.publicUrl}/mcp/` })
    assert.equal(status, 200)
    const other = await aRequest()
    const resource = 'https://otro.test/mcp'
    refusedAs('invalid_target', await other.connector.token({ ...other.exchange, resource }))
  })

  test('a connector can’t refresh with more scopes than were granted', async () => {
    const { tokens, refresh } = await aConnection()
    refusedAs('invalid_scope', await refresh(tokens, { scope: 'store:read orders:read' }))
    const less = await refresh(tokens, { scope: 'store:read' })
    assert.deepEqual([less.status, less.json.scope], [200, 'store:read'])
  })

  test('a connector revokes its tokens, which ends the grant', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const { person, connector, clientId, tokens, refresh } = await aConnection()
      const other = await connector.revoke({ client_id: await aClient(connector), token: tokens[kind] })
      assert.deepEqual([other.status, await opens(tokens)], [200, 200])
      assert.equal((await connector.revoke({ client_id: clientId, token: tokens[kind] })).status, 200)
      assert.equal(await opens(tokens), 401)
      refusedAs('invalid_grant', await refresh(tokens))
      assert.doesNotMatch((await person.get('/panel/cuenta')).text, /Terminar el acceso de Claude/)
    }
  })

  test('a connector can’t refresh for a user who left the team', async () => {
    const store = await aStore(service)
    const member = await signedIn(service, (await aPerson(service)).id)
    await addMember(sql, store.id, member.accountId, 'ADMIN')
    const connector = aConnector(service)
    const { exchange, clientId } = await aCode(connector, member, { storeId: store.id, scopes: chosen })
    const { json: tokens } = await connector.token(exchange)
    await removeMember(sql, store.id, member.accountId)
    assert.equal(await opens(tokens), 401)
    const fields = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token }
    refusedAs('invalid_grant', await connector.token(fields))
  })

  test('a connector without a scope, or with unknown ones, may be granted any', async () => {
    for (const scope of ['', 'claudeai offline_access openid']) {
      const { connector, exchange } = await aRequest(['orders:write'], { scope })
      assert.equal((await connector.token(exchange)).json.scope, 'orders:write')
    }
  })

  test('a connector on the loopback interface may use any port', async () => {
    const [{ store, person }, connector] = [await aMember(service, 'OWNER'), aConnector(service)]
    const clientId = await aClient(connector, 'http://localhost/callback')
    const params = { redirect_uri: 'http://localhost:51234/callback' }
    const { exchange, back } = await aCode(connector, person, {
      storeId: store.id,
      scopes: chosen,
      params,
      clientId,
    })
    assert.equal(back.origin, 'http://localhost:51234')
    assert.equal((await connector.token(exchange)).status, 200)
  })

  test("a connector with an app's own scheme is led back to it, at exactly the registered address", async () => {
    const [{ store, person }, connector] = [await aMember(service, 'OWNER'), aConnector(service)]
    const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const { exchange, back, clientId } = await aCode(connector, person, {
      storeId: store.id,
      scopes: chosen,
      params: { redirect_uri },
    })
    assert.ok(back.href.startsWith(`${redirect_uri}?code=`), back.href)
    assert.equal((await connector.token(exchange)).status, 200)
    const elsewhere = authorizationPath(clientId, aVerifier().challenge, {
      redirect_uri: `${redirect_uri}/x`,
    })
    assert.equal((await person.get(elsewhere)).status, 400)
  })

  test('a connector leaves no secret in the database', async () => {
    const { exchange, tokens } = await aConnection()
    const rows = await sql<{ row: string }[]>`
      select row_to_json(oauth_tokens)::text as row from oauth_tokens
      union all select row_to_json(oauth_grants)::text from oauth_grants
      union all select row_to_json(oauth_requests)::text from oauth_requests`
    const text = rows.map(({ row }) => row).join()
    for (const secret of [exchange.code, exchange.code_verifier, tokens.access_token, tokens.refresh_token]) {
      assert.ok(!text.includes(secret))
    }
  })
})

suite('the log', () => {
  test('the log of sign-ins by OAuth has no code, token or verifier, at any log level', async () => {
    const lines: string[] = []
    const config = readConfig({
      LOG_LEVEL: 'trace',
      DATABASE_URL: service.databaseUrl,
      TRUST_PROXY: '127.0.0.1',
    })
    const app = await buildApp(config, sql, createLog('trace', { write: (line) => void lines.push(line) }))
    after(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const logged = { ...service, app, url }
    const [{ store, person }, connector] = [await aMember(logged, 'OWNER'), aConnector(logged)]
    const { exchange, clientId, back } = await aCode(connector, person, { storeId: store.id, scopes: chosen })
    const { json: tokens } = await connector.token(exchange)
    await message(logged, list, { authorization: `Bearer ${tokens.access_token}` })
    await connector.token({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: tokens.refresh_token,
    })
    await connector.token(exchange)
    await connector.revoke({ client_id: clientId, token: tokens.refresh_token })
    const text = lines.join('')
    assert.match(text, /oauth/)
    const secrets = [
      exchange.code,
      exchange.code_verifier,
      tokens.access_token,
      tokens.refresh_token,
      back.search,
    ]
    for (const secret of secrets) assert.ok(!text.includes(secret), text)
  })
})

suite('a request for authorization', () => {
  const pathOf = async (params: Record<string, string>, clientId?: string) =>
    authorizationPath(clientId ?? (await aClient(aConnector(service))), aVerifier().challenge, params)

  test('a request for authorization does not redirect when the client or redirect URI is unknown', async () => {
    const { person } = await aMember(service, 'OWNER')
    for (const path of [
      await pathOf({}, 'nadie'),
      await pathOf({}, 'nadie\u0000'),
      await pathOf({ state: 'a\u0000b' }),
      await pathOf({ redirect_uri: 'https://malo.test/robar' }),
      await pathOf({ redirect_uri: `${CALLBACK}/../robar` }),
      await pathOf({ redirect_uri: 'http://localhost:1/x' }),
      '/panel/conectar',
      '/panel/conectar/nada',
    ]) {
      const { status, location, text } = await person.get(path)
      assert.deepEqual([status, location], [400, null], path)
      assert.match(text, /No se pudo conectar/)
    }
  })

  const errors = [
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'none' }, 'unsupported_response_type'],
    [{ resource: 'https://otro.test/mcp' }, 'invalid_target'],
    [{ prompt: 'none' }, 'login_required'],
  ] as const

  test('a request for authorization redirects back with the error to a client that the signed-in account gave access', async () => {
    const { person, clientId } = await aConnection()
    for (const [params, error] of errors.slice(0, -1)) {
      const { location } = await person.get(await pathOf(params, clientId))
      const back = new URL(location!)
      assert.equal(back.origin + back.pathname, CALLBACK, error)
      assert.deepEqual(
        ['error', 'state', 'iss'].map((name) => back.searchParams.get(name)),
        [error, 'estado-1', service.app.publicUrl],
      )
    }
  })

  test('a request for authorization shows the error of any other client, and redirects nobody to its address', async () => {
    const { clientId } = await aConnection()
    const { person } = await aMember(service, 'OWNER')
    for (const [params] of errors) {
      const path = await pathOf(params, clientId)
      const { status, location, text } = await person.get(path)
      assert.deepEqual([status, location], [400, null], path)
      assert.match(text, /No se pudo conectar/)
      const signedOut = await fetch(service.url + path, { redirect: 'manual' })
      assert.deepEqual([signedOut.status, signedOut.headers.get('location')], [400, null], path)
    }
  })
})

suite('the access of an assistant ends', () => {
  const endsWith = async (end: (connection: Awaited<ReturnType<typeof aConnection>>) => Promise<unknown>) => {
    const connection = await aConnection()
    const { tokens, refresh, person } = connection
    assert.equal(await opens(tokens), 200)
    await end(connection)
    assert.equal(await opens(tokens), 401)
    refusedAs('invalid_grant', await refresh(tokens))
    assert.doesNotMatch((await person.get('/panel/cuenta')).text, /Terminar el acceso de Claude/)
  }

  test('the access of an assistant ends when all other sessions are ended', async () => {
    await endsWith(({ person }) => person.post('/panel/cuenta/dispositivos/cerrar'))
  })

  test('the access of an assistant ends with a new password', async () => {
    await endsWith(({ person }) =>
      person.post('/panel/cuenta/contrasena', { password: 'una-bicicleta-roja' }),
    )
  })

  test('the access of an assistant ends when its member is removed, also if the member is added again', async () => {
    await endsWith(async ({ store, person }) => {
      await addMember(sql, store.id, (await aPerson(service)).id, 'OWNER')
      await removeMember(sql, store.id, person.accountId)
      await addMember(sql, store.id, person.accountId, 'OWNER')
    })
  })
})

suite('the list of assistants', () => {
  test('the list of assistants shows those of the account with their scopes, and revokes one', async () => {
    const { store, person, tokens, refresh } = await aConnection()
    const { text } = await person.get('/panel/cuenta')
    assert.match(text, new RegExp(`Terminar el acceso de Claude, en ${store.name}`))
    assert.match(text, /Ver los productos/)
    assert.ok(text.includes(`<code>${service.app.publicUrl}/api/mcp?tools=all</code>`))
    const [, action] = /action="(\/panel\/cuenta\/asistentes\/\w+\/terminar)"/.exec(text)!
    const stranger = await aMember(service, 'OWNER')
    assert.equal((await stranger.person.post(action!)).status, 404)
    assert.equal(await opens(tokens), 200)
    assert.equal((await person.post(action!)).location, '/panel/cuenta')
    assert.equal(await opens(tokens), 401)
    refusedAs('invalid_grant', await refresh(tokens))
  })

  test('the list of assistants shows an administrator those of all members, and revokes one of another member', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id: staff, email } = await anAccount(service)
    await addMember(sql, store.id, staff, 'STAFF')
    const { id, token } = await aGrant(service, { storeId: store.id, accountId: staff })
    const form = `${base}/conexiones/asistentes/${id}/terminar`
    assert.match((await person.get(`${base}/conexiones`)).text, new RegExp(`lo conectó ${email}`))
    const other = await aMember(service, 'OWNER')
    assert.equal((await other.person.post(form.replace(base, other.base))).status, 404)
    assert.equal((await (await signedIn(service, staff)).post(form)).status, 403)
    assert.equal((await message(service, list, { authorization: `Bearer ${token}` })).status, 200)
    assert.equal((await person.post(form)).location, `${base}/conexiones`)
    assert.equal((await message(service, list, { authorization: `Bearer ${token}` })).status, 401)
  })

  test('the list of assistants asks for the password before revoking one, when the last authentication is old', async () => {
    const { person, tokens } = await aConnection()
    const { text } = await person.get('/panel/cuenta')
    const [, action] = /action="(\/panel\/cuenta\/asistentes\/\w+\/terminar)"/.exec(text)!
    await sql`update sessions set proved_at = now() - interval '11 minutes' where id = ${person.sessionId}`
    assert.match((await person.post(action!)).text, /Confirma que eres tú/)
    assert.equal(await opens(tokens), 200)
  })
})
