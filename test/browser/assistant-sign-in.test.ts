import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { aPerson, PASSWORD } from '../accounts.ts'
import { aStore } from '../factories.ts'
import { aGrant } from '../grants.ts'
import { freePort } from '../process.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, startBrowser } from './browser.ts'

const port = noBrowser ? 0 : await freePort()
const url = `http://localhost:${port}`
const [service, browser] = noBrowser
  ? []
  : [await startService({ PORT: String(port), ALLOW_PRIVATE_DESTINATIONS: 'true' }), await startBrowser()]

/** The program of an assistant: where its person comes back to, its document, and what the official library stores for it. */
async function anAssistantProgram(publishes: boolean) {
  const returned = Promise.withResolvers<URL>()
  const server = createServer((request, response) => {
    const asked = new URL(request.url!, origin)
    if (asked.pathname === '/client.json')
      return response.end(JSON.stringify({ ...metadata, client_id: `${origin}/client.json` }))
    if (asked.pathname === '/callback') returned.resolve(asked)
    response.end('Vuelve al asistente')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close().closeAllConnections())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = {
    client_name: 'Asistente de prueba',
    redirect_uris: [`${origin}/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  const stored: {
    client?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    sentTo?: URL
    discovery?: OAuthDiscoveryState
  } = publishes ? { client: { client_id: `${origin}/client.json` } } : {}
  const provider: OAuthClientProvider = {
    redirectUrl: `${origin}/callback`,
    clientMetadata: metadata,
    state: () => 'estado-de-prueba',
    clientInformation: () => stored.client,
    saveClientInformation: (client) => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: (tokens) => void (stored.tokens = tokens),
    redirectToAuthorization: (sentTo) => void (stored.sentTo = sentTo),
    saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier!,
    saveDiscoveryState: (discovery) => void (stored.discovery = discovery),
    discoveryState: () => stored.discovery,
  }
  return { provider, stored, returned: returned.promise, origin }
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

suite('an assistant that has only the URL', { skip: noBrowser }, () => {
  for (const [how, options] of [
    ['registers itself', { path: '/api/mcp', publishes: false, javaScriptEnabled: true }],
    ['publishes what it is, without JavaScript', { path: '/mcp', publishes: true, javaScriptEnabled: false }],
  ] as const) {
    test(`signs its user in, works in the shop and refreshes its tokens, when it ${how}`, async () => {
      const account = await aPerson(service!)
      const store = await aStore(service!, { ownerId: account.id })
      const { provider, stored, returned } = await anAssistantProgram(options.publishes)
      const address = new URL(url + options.path)
      const transport = new StreamableHTTPClientTransport(address, { authProvider: provider })
      await assert.rejects(
        new Client({ name: 'prueba', version: '1.0.0' }).connect(transport),
        UnauthorizedError,
      )

      const { page } = await browser!.open({ javaScriptEnabled: options.javaScriptEnabled })
      await page.goto(stored.sentTo!.href)
      await signIn(page, account.email)
      await page.getByRole('heading', { name: '¿Conectar Asistente de prueba con tu tienda?' }).waitFor()
      await page.getByText('Ver los webhooks y sus entregas').click()
      await page.getByRole('button', { name: 'Conectar', exact: true }).click()
      const back = await returned
      assert.equal(back.searchParams.get('state'), 'estado-de-prueba')
      await transport.finishAuth(back.searchParams)

      const client = new Client({ name: 'prueba', version: '1.0.0' })
      await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
      const names = new Set((await client.listTools()).tools.map(({ name }) => name))
      assert.ok(names.has('list_products') && !names.has('list_webhooks'))
      const { structuredContent } = await client.callTool({ name: 'get_store', arguments: {} })
      assert.equal((structuredContent as { data: { id: string } }).data.id, store.id)

      const before = stored.tokens!
      await service!.sql`update oauth_tokens set expires_at = now() where kind = 'AccessToken'`
      await client.callTool({ name: 'get_store', arguments: {} })
      assert.notEqual(stored.tokens!.refresh_token, before.refresh_token)
      await client.close()
    })
  }

  test('has a consent page with its hosts and no axe violations, and can be denied', async () => {
    const account = await aPerson(service!)
    const store = await aStore(service!, { ownerId: account.id })
    await aGrant(service!, { storeId: store.id, accountId: account.id })
    const { provider, stored, returned, origin } = await anAssistantProgram(false)
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), {
      authProvider: provider,
    })
    await assert.rejects(
      new Client({ name: 'prueba', version: '1.0.0' }).connect(transport),
      UnauthorizedError,
    )
    const { page } = await browser!.open({ bypassCSP: true })
    await page.goto(stored.sentTo!.href)
    await signIn(page, account.email)
    await page.getByText(new URL(origin).host, { exact: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'No conectar' }).click()
    const back = await returned
    assert.equal(back.searchParams.get('error'), 'access_denied')
    await page.getByText('Vuelve al asistente').waitFor()
    await page.goto(`${url}/panel/cuenta`)
    await page.getByText('Lo que puede hacer').click()
    assert.deepEqual(await axeViolations(page), [])
  })
})
