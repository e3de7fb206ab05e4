import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Role } from '../src/core/auth/roles.ts'
import { addMember } from '../src/features/team/change.ts'
import { enqueuePing } from '../src/features/webhooks/ping.ts'
import {
  aCategory,
  aDiscount,
  aKey,
  aMethod,
  aModifierGroup,
  anAccount,
  anAddress,
  anImport,
  aPlacedOrder,
  aProduct,
  aReview,
  aShippingOption,
  aStore,
  aWebhook,
} from './factories.ts'
import { aVisitor, signedIn, type Person } from './panel.ts'
import { panelRoutes, routeOf } from './panel-forms.ts'
import { startService } from './service.ts'

const everyone: Role[] = ['OWNER', 'ADMIN', 'STAFF']
const admins: Role[] = ['OWNER', 'ADMIN']
const owners: Role[] = ['OWNER']

/** Who may open the pages of a store, and send their forms, by the address below `/panel/t/{slug}`, or its first part. */
const policy: Record<string, { pages: Role[]; forms: Role[] }> = {
  '': { pages: everyone, forms: everyone },
  pedidos: { pages: everyone, forms: everyone },
  cocina: { pages: everyone, forms: everyone },
  productos: { pages: everyone, forms: everyone },
  categorias: { pages: everyone, forms: everyone },
  extras: { pages: everyone, forms: everyone },
  descuentos: { pages: everyone, forms: everyone },
  envios: { pages: everyone, forms: everyone },
  pagos: { pages: everyone, forms: admins },
  'pagos/por-revisar': { pages: everyone, forms: everyone }, // payments of orders
  clientes: { pages: everyone, forms: admins },
  opiniones: { pages: everyone, forms: admins },
  importar: { pages: everyone, forms: everyone },
  exportar: { pages: everyone, forms: everyone },
  eventos: { pages: everyone, forms: everyone },
  avisos: { pages: everyone, forms: everyone },
  compartir: { pages: everyone, forms: everyone },
  asistentes: { pages: everyone, forms: everyone },
  mas: { pages: everyone, forms: everyone },
  'salir-del-equipo': { pages: everyone, forms: everyone },
  ayuda: { pages: everyone, forms: everyone },
  fotos: { pages: everyone, forms: everyone },
  borrador: { pages: everyone, forms: everyone },
  reporte: { pages: admins, forms: admins },
  tienda: { pages: admins, forms: admins },
  tema: { pages: admins, forms: admins },
  equipo: { pages: admins, forms: admins },
  claves: { pages: admins, forms: admins },
  webhooks: { pages: admins, forms: admins },
  conexiones: { pages: admins, forms: admins },
  whatsapp: { pages: admins, forms: admins },
  actividad: { pages: admins, forms: admins },
  plan: { pages: owners, forms: owners },
  'eliminar-tienda': { pages: owners, forms: owners },
}

/** Addresses below `/panel` that are of no store, by their first part: for anyone, or for who is signed in. */
const open = new Set(['entrar', 'crear-cuenta', 'recuperar', 'invitacion', 'salir', 'assets', 'sin-conexion'])
const ofAccount = new Set(['cuenta', 'tiendas', 'conectar', 'conexion'])
/** An assistant sends browsers there, signed in or not; what they may choose is a page of the account. */
const openToAssistants = /^\/panel\/conectar(?:\/:id(?:\/listo)?)?$/

const STORE = '/panel/t/:slug'
const service = await startService()
const routes = panelRoutes(service.app)
const addresses = (method: string, isOfStore: boolean) =>
  routes
    .filter((route) => route.method === method && route.url.startsWith(STORE) === isOfStore)
    .map(({ url }) => url)

const firstPart = (url: string) => url.replace(isOfStore(url) ? STORE : '/panel', '').split('/')[1] ?? ''
const isOfStore = (url: string) => url.startsWith(STORE)
const mayUse = (url: string, of: 'pages' | 'forms'): Role[] => {
  const rule = policy[url.slice(STORE.length + 1).split('/:')[0]!] ?? policy[firstPart(url)]
  assert.ok(rule, `${url}: say in the table who may use it`)
  return rule[of]
}

const store = await aStore(service)
const people = new Map<Role, string>([['OWNER', store.ownerId]])
for (const role of ['ADMIN', 'STAFF'] as const) {
  const { id } = await anAccount(service)
  await addMember(service.sql, store.id, id, role)
  people.set(role, id)
}
const stranger = (await aStore(service)).ownerId

/** The store with an unused key. */
const withKey = async () => ({
  ...store,
  key: await aKey(service, { storeId: store.id, accountId: store.ownerId }),
})

/** Creates the object of an address, by the path before its id. Each time a new one, because a form may delete it. */
const real: Record<string, () => Promise<string>> = {
  pedidos: aProposal,
  productos: async () => (await aProduct(service, store)).id,
  categorias: async () => (await aCategory(service, store)).id,
  extras: async () => (await aModifierGroup(service, store)).id,
  descuentos: async () => (await aDiscount(service, await withKey())).id,
  envios: async () => (await aShippingOption(service, await withKey())).id,
  pagos: async () => {
    await service.sql`delete from payment_methods where store_id = ${store.id}` // a store may have ten
    return (await aMethod(service, await withKey())).id
  },
  opiniones: async () => aReview(service, store, (await aProduct(service, store)).id),
  clientes: async () => (await aPlacedCustomer()).id,
  webhooks: async () => (await aWebhook(service, store)).id,
  importar: async () => (await anImport(service, store)).id,
  conexiones: async () => 'custom_domain',
  'webhooks/entregas': async () => {
    const { id } = await aWebhook(service, store)
    return service.sql.begin((tx) => enqueuePing(tx, { storeId: store.id, id }))
  },
}

/** An order with a proposed change. */
async function aProposal(): Promise<string> {
  const { key } = await withKey()
  const { id, items } = await aPlacedOrder(service, { ...store, key })
  const body = { items: [{ variantId: items[0]!.variantId!, quantity: 2 }] }
  const { status, text } = await service.post(`/api/v1/orders/${id}/proposal`, { key, body })
  if (status !== 201) throw new Error(text)
  return id
}

/** Somebody who ordered for the first time. */
async function aPlacedCustomer(): Promise<{ id: string }> {
  await aPlacedOrder(service, store)
  return (await service.get('/api/v1/customers?limit=1', store.key)).json.data[0]!
}

/** The address with what it names, and whether all of that exists. */
async function fill(url: string): Promise<{ path: string; isReal: boolean }> {
  const rest = url.slice(STORE.length)
  const names = [...rest.matchAll(/:\w+/g)].map(([name]) => name)
  const make = real[rest.slice(1).split('/:')[0]!]
  const isReal = names.length === 0 || (names.length === 1 && make !== undefined)
  const id = names.length > 0 && isReal ? await make!() : 'nada'
  return { path: `/panel/t/${store.slug}${rest.replaceAll(/:\w+/g, id)}`, isReal }
}

/** The status with which an address responds, after it led to the page that it belongs to; its body is not waited for. */
async function statusOf(cookies: Map<string, string>, path: string): Promise<number | string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(service.url + path, {
    redirect: 'manual',
    headers: { cookie, ...anAddress() },
  })
  await response.body?.cancel()
  const location = response.headers.get('location')
  if (location?.startsWith('/panel/entrar')) return 'signs in'
  return location?.startsWith('/panel') ? statusOf(cookies, location) : response.status
}

async function sent(visitor: ReturnType<typeof aVisitor>, path: string): Promise<number | string> {
  const { status, location } = await visitor.post(path)
  return location?.startsWith('/panel/entrar') ? 'signs in' : status
}

suite('every page of a store', () => {
  for (const role of everyone) {
    test(`a page of a store opens for ${role} when the role may see it, and is else 403; it offers what the role may use`, async () => {
      const person = await signedIn(service, people.get(role)!)
      const wrong: string[] = []
      let seen = 0
      for (const url of addresses('GET', true)) {
        const { path, isReal } = await fill(url)
        const { status, offers } = await openedBy(person, path)
        const opened = /\/(?:compartir\/enlace|:id\/whatsapp)$/.test(url) ? 303 : 200 // open WhatsApp
        const expected = mayUse(url, 'pages').includes(role) ? [opened, ...(isReal ? [] : [404])] : [403]
        if (!expected.includes(status)) wrong.push(`${path}: ${status}`)
        for (const { href, of } of offers) {
          const target = routeOf(routes, of === 'pages' ? 'GET' : 'POST', href)
          seen++
          if (!target) wrong.push(`${path} leads to ${href}, which is nowhere`)
          else if (isOfStore(target) && !mayUse(target, of).includes(role))
            wrong.push(`${path} offers ${href}`)
        }
      }
      assert.ok(seen > 100, `${seen} links`)
      assert.deepEqual(wrong, [])
    })
  }

  test('a page of a store is 404 for a stranger, and redirects to the sign-in without a session', async () => {
    const person = await signedIn(service, stranger)
    const wrong: string[] = []
    for (const url of addresses('GET', true)) {
      const { path } = await fill(url)
      const responses = [await statusOf(person.cookies, path), await statusOf(new Map(), path)]
      if (responses[0] !== 404 || responses[1] !== 'signs in') wrong.push(`${path}: ${responses.join()}`)
    }
    assert.deepEqual(wrong, [])
  })
})

suite('every form of a store', () => {
  for (const role of everyone) {
    test(`a form of a store is accepted from ${role} when the role may submit it, and is else 403`, async () => {
      const wrong: string[] = []
      for (const url of addresses('POST', true)) {
        const { path, isReal } = await fill(url)
        await addMember(service.sql, store.id, people.get(role)!, role) // one of the forms leaves the team
        const status = Number(await sent(await signedIn(service, people.get(role)!), path))
        const isTaken = status < 500 && status !== 403 && (status !== 404 || !isReal)
        const isRight = mayUse(url, 'forms').includes(role) ? isTaken : status === 403
        if (!isRight) wrong.push(`${path}: ${status}`)
      }
      assert.deepEqual(wrong, [])
    })
  }

  test('a form of a store is 404 for a stranger, redirects to the sign-in without a session, and is 403 from another site', async () => {
    const wrong: string[] = []
    for (const url of addresses('POST', true)) {
      const { path } = await fill(url)
      const foreign = await (
        await signedIn(service, store.ownerId)
      ).post(path, {}, { 'sec-fetch-site': 'cross-site' })
      const responses = [
        await sent(await signedIn(service, stranger), path),
        await sent(aVisitor(service), path),
        foreign.status,
      ]
      if (responses.join() !== '404,signs in,403') wrong.push(`${path}: ${responses.join()}`)
    }
    assert.deepEqual(wrong, [])
  })
})

suite('every path without a store', () => {
  test('a path without a store is public or requires signing in', async () => {
    const wrong: string[] = []
    for (const { url, method } of routes.filter((route) => !isOfStore(route.url))) {
      const path = url.replaceAll(/:\w+/g, 'nada')
      const statusBy = (cookies: Map<string, string>) =>
        method === 'GET' ? statusOf(cookies, path) : sent(aVisitor(service, cookies), path)
      const { cookies } = await signedIn(service, (await anAccount(service)).id)
      const responses = [await statusBy(new Map()), await statusBy(cookies)]
      const isOpen = open.has(firstPart(url)) || /\.\w+$/.test(url) || openToAssistants.test(url)
      const isRight = isOpen
        ? responses.every((response) => response !== 403 && !(Number(response) >= 500))
        : responses[0] === 'signs in' &&
          responses[1] !== 'signs in' &&
          ![403, 500, 503].includes(Number(responses[1]))
      const isKnown =
        isOpen || ofAccount.has(firstPart(url)) || service.app.knownRoutes.has(url.replace('/panel', STORE))
      if (!isRight || !isKnown) wrong.push(`${method} ${path}: ${responses.join()}`)
    }
    assert.deepEqual(wrong, [])
  })
})

/** The page that an address leads to; where it leads, and where its forms are sent, within the panel. */
async function openedBy(person: Person, path: string) {
  const { status, text, location } = await person.get(path)
  if (location?.startsWith('/panel')) return openedBy(person, location)
  const found = status === 200 ? text.matchAll(/ (href|action|formaction)="(\/panel[^"?#]*)/g) : []
  const offers = [...found].map(([, name, href]) => {
    const isPage = name === 'href' || !isPost(text, href!)
    return { href: href!, of: isPage ? ('pages' as const) : ('forms' as const) }
  })
  return { status, offers }
}

/** A search form is sent by GET. */
const isPost = (text: string, action: string) =>
  text.includes(`method="post" action="${action}"`) || text.includes(`formaction="${action}"`)
