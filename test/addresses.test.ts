import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from './service.ts'
import { anAddress, aCategory, aProduct, aStore } from './factories.ts'
import { aVisitor, signedIn } from './panel.ts'

const service = await startService()
const store = await aStore(service)
const product = await aProduct(service, store)
await aCategory(service, store)

/** Every address with a part that a visitor can make up, but those of the keyed API; and its methods. */
const addresses = [...service.app.knownRoutes]
  .filter(([url]) => !url.startsWith('/api/v1/') && url.includes(':'))
  .map(([url, routes]) => ({ url, methods: routes.flatMap(({ method }) => method) }))
const ofPanel = addresses.filter(({ url }) => url.startsWith('/panel/'))
const ofShops = addresses.filter((address) => !ofPanel.includes(address))

const real: Record<string, string> = {
  slug: store.slug,
  product: product.slug,
  store: store.id,
  subject: product.id,
}

const hostile = [
  '%00',
  `${store.slug}%00`,
  'a%0Ab',
  'a%7Fb',
  '%C2%85',
  '%EF%BF%BE',
  '%ED%A0%80',
  '%E0%A4%A',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  "'%20or%201=1%20--",
  '%F0%9F%8E%81',
  'x'.repeat(300),
  'x'.repeat(3000),
]

/** The address with one of its parameters made up, the others being real where they can be. */
function* madeUp(url: string, values: string[]) {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  for (const one of names) {
    for (const value of values) {
      yield url.replaceAll(/:(\w+)/g, (_, name: string) => (name === one ? value : (real[name] ?? 'nada')))
    }
  }
}

suite('an arbitrary path segment', () => {
  test('is a 404, whatever it contains', async () => {
    assert.ok(ofShops.length > 15)
    const wrong: string[] = []
    for (const { url, methods } of ofShops) {
      for (const path of madeUp(url, hostile)) {
        for (const method of methods.includes('POST') ? ['GET', 'POST'] : ['GET']) {
          const { status } = await service.call(method, path, { headers: anAddress() })
          // There the body is checked before the shop is looked for.
          const expected = url.includes('/ucp/') ? [400, 404, 405, 414] : [404, 405, 414]
          if (!expected.includes(status)) wrong.push(`${method} ${path.slice(0, 80)}: ${status}`)
        }
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('is an error page, with the headers of a page', async () => {
    for (const path of ['/%', '/%00/p/x', `/${store.slug}/p/%00`, `/${store.slug}/%E0%A4%A`, '/docs/%ff']) {
      const { status, headers } = await service.get(path)
      assert.equal(status, 404, path)
      assert.match(headers.get('content-type')!, /^text\/html/, path)
      assert.ok(headers.get('content-security-policy'), path)
    }
  })

  test('never fails the page of a concurrent request', async () => {
    const path = `/${store.slug}/p/${product.slug}`
    const bad = ['/%00/p/x', `/${store.slug}%00`, `/${store.slug}/p/%00`]
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => service.get(n % 2 === 0 ? path : bad[n % bad.length]!)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map((_, n) => (n % 2 === 0 ? 200 : 404)),
    )
  })
})

suite('a path with another method', () => {
  test('is a 405 with the allowed methods, also for a literal segment beside a parameter', async () => {
    const wrong: string[] = []
    for (const [url, routes] of service.app.knownRoutes) {
      const known = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !known.includes(one))) {
        const { status, headers } = await service.call(method, url.replaceAll(/:\w+|\*/g, 'nada'))
        const isRight = status === 405 && headers.get('allow') === known.join(', ')
        if (!isRight) wrong.push(`${method} ${url}: ${status}`)
      }
    }
    assert.deepEqual(wrong, [])
  })
})

suite('an arbitrary path segment in the panel', () => {
  const gone = [404, 405, 414]
  const some = ['%00', '%', 'x'.repeat(3000)]
  /** A page of the panel takes longer: each gets those that failed before, and every fifth of the others in turn. */
  let turn = 0
  const inTurn = () => {
    turn++
    return [...some, ...hostile.filter((_, n) => n % 5 === turn % 5)]
  }

  test('is a 404 for an owner too', async () => {
    assert.ok(ofPanel.length > 25)
    const owner = await signedIn(service, store.ownerId)
    assert.deepEqual(await walkPanel(owner, ['GET', 'POST'], 'same-origin', gone, inTurn), [])
  })

  test('redirects to the sign-in without a session', async () => {
    const expected = [303, ...gone]
    const visitor = aVisitor(service)
    assert.deepEqual(await walkPanel(visitor, ['GET', 'POST'], 'same-origin', expected, () => some), [])
  })

  test('rejects forms from another site', async () => {
    const owner = await signedIn(service, store.ownerId)
    assert.deepEqual(await walkPanel(owner, ['POST'], 'cross-site', [403, ...gone], () => some), [])
  })
})

/** Opens every made-up address of the panel, or sends a form there; returns unexpected responses. */
async function walkPanel(
  visitor: ReturnType<typeof aVisitor>,
  tried: ('GET' | 'POST')[],
  site: string,
  expected: number[],
  values: () => string[],
) {
  const wrong: string[] = []
  for (const { url, methods } of ofPanel) {
    for (const path of madeUp(url, values())) {
      for (const method of tried.filter((name) => methods.includes(name))) {
        const answer = await (method === 'GET'
          ? visitor.get(path)
          : visitor.post(path, {}, { 'sec-fetch-site': site }))
        if (expected.includes(answer.status)) continue
        wrong.push(`${method} ${path.slice(0, 80)}: ${answer.status}`)
      }
    }
  }
  return wrong
}

suite('every page and file', () => {
  test('has the security headers', async () => {
    const known = [...service.app.knownRoutes.keys()].filter((url) => !url.startsWith('/api'))
    const unknown = [
      '/nada',
      '/no/hay/tal',
      '/favicon.ico',
      `/${store.slug}/nada`,
      '/docs/nada',
      '/docs/',
      '/DOCS',
    ]
    for (const url of [...known, ...unknown]) {
      const path = url.replaceAll(/:(\w+)/g, (_, name: string) => real[name] ?? 'nada')
      for (const method of ['GET', 'DELETE']) {
        const { headers } = await service.call(method, path)
        assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, `${method} ${path}`)
        assert.equal(headers.get('x-content-type-options'), 'nosniff', `${method} ${path}`)
        assert.ok(headers.get('referrer-policy'), `${method} ${path}`)
      }
    }
  })
})

suite('the query string', () => {
  const values = [...hostile, 'undefined', 'null', '[object Object]', '-1', '1e9', 'a&x=b']
  const pages: [path: string, names: string[]][] = [
    [`/${store.slug}`, ['categoria', 'q', 'orden', 'pagina', 'v', 'n']],
    [`/${store.slug}/p/${product.slug}`, ['v', 'n']],
    [`/${store.slug}/carrito`, ['v', 'n', 'mas']],
    [`/${store.slug}/pedir`, ['v', 'n', 'name', 'discountCode', 'shippingOptionId', 'areaId', 'key']],
    [`/${store.slug}/pedir/zonas`, ['envio']],
    ['/api/check-slug', ['slug']],
  ]
  test('never causes a 5xx', async () => {
    const wrong: string[] = []
    for (const [path, names] of pages) {
      for (const name of names) {
        for (const value of values) {
          for (const query of [
            `${name}=${value}`,
            `${name}[]=${value}`,
            `${name}=${value}&${name}=${value}`,
          ]) {
            const { status } = await service.get(`${path}?${query}`)
            if (status >= 500) wrong.push(`${path}?${query.slice(0, 60)}: ${status}`)
          }
        }
      }
    }
    assert.deepEqual(wrong, [])
  })
})
