import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { STORE_SCOPES, ACCOUNT_SCOPES } from '../src/core/auth/scopes.ts'
import { ApiError } from '../src/core/errors/errors.ts'
import { readCsv } from '../src/features/imports/read-csv.ts'
import { createAccount } from '../src/features/accounts/create.ts'
import { aKey, aProduct, aStore, anAddress } from './factories.ts'
import { LONG_MARKS, watchNormalisation } from './long-marks.ts'
import { operationsOf, type Operation } from './operations.ts'
import { aVisitor } from './panel.ts'
import { startService } from './service.ts'

const service = await startService()
const store = await aStore(service)
const product = await aProduct(service, store)
const quickly = watchNormalisation()
const newKey = (storeId: string | null) =>
  aKey(service, {
    storeId,
    accountId: store.ownerId,
    scopes: storeId ? undefined : [...STORE_SCOPES, ...ACCOUNT_SCOPES],
  })

/** What a public endpoint takes: at most 64 KiB. */
const SHORTER = LONG_MARKS.slice(0, 30_000)
/** What fits into an address of at most 16 KiB. */
const IN_ADDRESS = encodeURIComponent(LONG_MARKS.slice(0, 1_200))
const SHORT_MARKS = encodeURIComponent(LONG_MARKS.slice(0, 300))
const HEADERS = ['service-store', 'idempotency-key', 'if-none-match', 'origin', 'x-request-id', 'referer']

suite('an operation of the API', () => {
  for (const operation of operationsOf(service.app)) {
    test(`${operation.operationId} rejects endless text without processing it`, async () => {
      for (const [what, path, body, headers] of attacksOn(operation)) {
        const { method, operationId, scope } = operation
        const key = scope && (await newKey(path.startsWith('/api/v1/stores') ? null : store.id))
        const init = { body, key, headers: { ...anAddress(), ...headers } }
        const { status, text } = await quickly(`${operationId} ${what}`, () =>
          service.call(method, path, init),
        )
        const isText = typeof body === 'object' && what !== 'header'
        assert.ok(isText ? status >= 400 && status < 500 : status < 500, `${what}: ${status} ${text}`)
      }
    })
  }
})

type Attack = [what: string, path: string, body: unknown, headers: Record<string, string>]

function attacksOn({ method, path, parameters, scope, example }: Operation): Attack[] {
  const address = path.replaceAll(/\{\w+\}/g, product.id)
  const text = scope ? LONG_MARKS : SHORTER
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => `${name}=${IN_ADDRESS}`)
  const body = example && {
    ...example,
    ...(method === 'POST' && 'storeId' in example && { storeId: store.id }),
  }
  return [
    ...query.map((one): Attack => [one.slice(0, 20), `${address}?${one}`, body, {}]),
    ...HEADERS.map((name): Attack => ['header', address, body, { [name]: 'x'.repeat(12_000) }]),
    ...variantsOf(body ?? {}, text).map(([field, hostile]): Attack => [field, address, hostile, {}]),
  ]
}

/** The body with each of its texts, at any depth, replaced in turn; and with a name that is as long. */
function variantsOf(value: unknown, text: string, path = ''): [field: string, body: unknown][] {
  if (typeof value === 'string') return [[path, text]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) =>
    variantsOf(child, text, `${path}.${name}`).map(([field, hostile]): [string, unknown] => [
      field,
      Array.isArray(value) ? value.with(Number(name), hostile) : { ...value, [name]: hostile },
    ]),
  )
}

const FIELDS = [
  'name', 'phone', 'address', 'notes', 'discountCode', 'wantedAt', 'text', 'v', 'n', 'mas', 'shippingOptionId', 'areaId',
  'location', 'paymentMethodId', 'changeFor', 'key',  'rating', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'token', 'scope',
  'grant_type', 'resource',
] // prettier-ignore

suite('a form of a shop, or of an assistant', () => {
  const forms = [...service.app.knownRoutes.values()]
    .flat()
    .filter(({ method, url }) => method === 'POST' && !/^\/(?:panel|api)\//.test(url))
  const real: Record<string, string> = { slug: store.slug, product: product.slug }
  assert.ok(forms.length > 5)
  for (const { url } of forms) {
    test(`${url} rejects endless text without processing it`, async () => {
      const path = url.replaceAll(/:(\w+)/g, (_, name: string) => real[name] ?? 'nada')
      for (const name of FIELDS) {
        for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
          const isForm = type.endsWith('urlencoded')
          const body = isForm
            ? `v=${product.variants[0]!.id}&n=1&${name}=${SHORTER}`
            : JSON.stringify({
                redirect_uris: ['https://a.example/volver'],
                client_name: SHORTER,
                [name]: SHORTER,
              })
          const headers = { ...anAddress(), 'content-type': type }
          const { status } = await quickly(`${url} ${name}`, () =>
            service.call('POST', path, { body, headers }),
          )
          assert.ok(status < 500, `${name}: ${status}`)
        }
      }
    })
  }
})

suite('the query of a page', () => {
  const pages = [...service.app.knownRoutes.values()].flat().filter(({ method }) => method === 'GET')
  const names = [
    ...FIELDS,
    'q',
    'categoria',
    'orden',
    'pagina',
    'numero',
    'slug',
    'volver',
    'para',
    'envio',
    'zonas',
    'desde',
    'hasta',
  ]
  test('is not normalised whatever its length', async () => {
    for (const { url } of pages) {
      const path = url.replaceAll(/:\w+/g, (name) => (name === ':slug' ? store.slug : 'nada'))
      // Four at a time, each beyond what may be normalised, fit into an address that repeats this one.
      for (let n = 0; n < names.length; n += 4) {
        const some = names.slice(n, n + 4)
        const query = some.map((name) => `${name}=${SHORT_MARKS}`).join('&')
        const ask = () => service.call('GET', `${path}?${query}`, { headers: anAddress() })
        const { status } = await quickly(`${path} ${some}`, ask)
        assert.ok(status < 500, `${path} ${some}: ${status}`)
      }
    }
  })
})

suite('a file', () => {
  const send = (path: string, file: File, fields: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', file)
    return fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${store.key}`, ...anAddress() },
      body,
    })
  }
  const csv = (text: string, name = 'productos.csv') => new File([text], name, { type: 'text/csv' })

  test('of products with endless cells, headers, options or name is not processed', async () => {
    const good = 'nombre,precio\nCafé,10\n'
    for (const text of [`nombre,precio\n${LONG_MARKS},10\n`, `nombre,${LONG_MARKS}\nCafé,10\n`])
      await quickly('the file', () => assert.rejects(readCsv(Buffer.from(text)), ApiError))
    for (const [name, value] of [
      ['columns', JSON.stringify({ [LONG_MARKS]: 'name' })],
      ['from', LONG_MARKS],
    ]) {
      const { status } = await quickly(name!, () => send('/api/v1/imports', csv(good), { [name!]: value! }))
      assert.equal(status, 400, name)
    }
    const named = csv(good, `${SHORTER.slice(0, 4_000)}.csv`)
    const { status } = await quickly('its name', () => send('/api/v1/imports', named, { dryRun: 'true' }))
    assert.ok(status < 500, String(status))
  })

  test('of a picture with an endless name or text is not processed', async () => {
    const picture = new File([`\x89PNG${LONG_MARKS}`], `${SHORTER.slice(0, 4_000)}.png`, {
      type: 'image/png',
    })
    const { status } = await quickly('the picture', () => send('/api/v1/images', picture))
    assert.ok(status >= 400 && status < 500, String(status))
  })
})

suite('a password', () => {
  test('that is endless gets the answer of a wrong one, in its time', async () => {
    const email = 'ana@ejemplo.test'
    await createAccount(service.sql, { email, password: 'tres palabras sueltas', name: null })
    const enter = (password: string) =>
      quickly('the password', () => aVisitor(service).post('/panel/entrar', { email, password }))
    const [wrong, endless, right] = [
      await enter('otra cosa del todo'),
      await enter(LONG_MARKS),
      await enter('tres palabras sueltas'),
    ]
    const withoutKeys = (text: string) => text.replaceAll(/name="_key" value="\w+"/g, '')
    assert.deepEqual([wrong.status, endless.status, right.status], [400, 400, 303])
    assert.equal(withoutKeys(endless.text), withoutKeys(wrong.text))
  })
})
