import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newId } from '../src/core/values/id.ts'
import { aPerson } from './accounts.ts'
import { aStore } from './factories.ts'
import { fillStore, type Ids } from './full-store.ts'
import { signedIn, type Page } from './panel.ts'
import { addressOf, formsOf, panelRoutes, routeOf, type ShownField } from './panel-forms.ts'
import { startService } from './service.ts'

const service = await startService({ LOG_LEVEL: 'error' })
const routes = panelRoutes(service.app)

/** Pages have other forms when several things are chosen, or put in order. */
const QUERIES = ['', '?elegir=1', '?ordenar=1']

/** A store with something of everything, and its owner, who authenticated just now. */
async function aFullStore() {
  const { id: ownerId } = await aPerson(service)
  const store = await aStore(service, { ownerId, plan: 'pro' })
  return { store, ids: await fillStore(service, store), owner: await signedIn(service, ownerId) }
}
type FullStore = Awaited<ReturnType<typeof aFullStore>>

/** A form by the address it is sent to, and a page that shows it. */
type Found = { to: string; page: string }

async function everyForm(): Promise<Found[]> {
  const { store, ids, owner } = await aFullStore()
  const found = new Map<string, Found>()
  for (const { url } of routes.filter(({ method }) => method === 'GET')) {
    for (const query of QUERIES) {
      const { text } = await owner.get(addressOf(url, store.slug, ids) + query)
      for (const { action } of formsOf(text)) {
        const to = routeOf(routes, 'POST', action)!
        if (!found.has(to)) found.set(to, { to, page: url + query })
      }
    }
  }
  return [...found.values()]
}

/** A plausible value of a field. */
function typedIn({ name, type, value }: ShownField, ids: Ids): string {
  if (value !== '' || /\.[1-9]\d*\./.test(name)) return value
  if (name === 'items.0.variantId') return ids.variant
  if (name === 'slug') return newId()
  if (type === 'password') return 'cuatro-tazas-de-barro'
  return samples[name.split('.').at(-1)!] ?? value
}

const samples: Record<string, string> = {
  name: 'Algo nuevo', price: '12', value: '5', code: 'NUEVO10', quantity: '2', percent: '5', phone: '+502 5555 0123',
  whatsappNumber: '+502 5555 0123', email: 'nadie-mas@ejemplo.test', url: 'https://ejemplo.com/gancho',
} // prettier-ignore

/** Fills the form in as its page shows it, with one of its buttons. */
async function fillIn({ to, page }: Found, { store, ids, owner }: FullStore) {
  const [path = '', query] = page.split('?')
  const { text } = await owner.get(addressOf(path, store.slug, ids) + (query ? `?${query}` : ''))
  const form = formsOf(text).find(({ action }) => routeOf(routes, 'POST', action) === to)
  assert.ok(form, `${page} shows ${to}`)
  const buttons = form.fields.filter(({ type }) => type === 'button')
  const rest = form.fields.filter(({ type, name }) => type !== 'button' && !name.endsWith('_remove'))
  const fields = [...rest, ...buttons.slice(0, 1)].map((field): [string, string] => [
    field.name,
    typedIn(field, ids),
  ])
  return { action: form.action, fields }
}

/** How many rows each table has; without counters, sums by quarter of an hour, and challenges, which are new each time. */
async function countRows(): Promise<Map<string, number>> {
  const tables = await service.sql<{ name: string; rows: number }[]>`
    select
      table_name as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', table_name), false, true, '')))[1]::text::int as rows
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in (
      'rate_hits', 'key_requests', 'idempotency_keys', 'counters', 'account_challenges', 'order_sums', 'product_sums'
    )`
  return new Map(tables.map(({ name, rows }) => [name, rows]))
}

/** What sending a form made, table by table, and how the service responded. */
async function made(found: Found, send: (post: () => Promise<Page>) => Promise<Page[]>) {
  const full = await aFullStore()
  const { action, fields } = await fillIn(found, full)
  assert.ok(
    fields.some(([name]) => name === '_key'),
    `${found.to} has a key`,
  )
  const before = await countRows()
  const responses = await send(() => full.owner.post(action, fields))
  const grown = [...(await countRows())].filter(([name, rows]) => rows !== before.get(name))
  return { responses, grown: grown.map(([name, rows]) => `${name} ${rows - before.get(name)!}`) }
}

const forms = await everyForm()
const done: string[] = []

suite('the same form submitted by a double tap and once more', () => {
  for (const found of forms) {
    test(`${found.to} takes effect once`, async () => {
      const once = await made(found, async (post) => [await post()])
      const [response] = once.responses
      assert.ok(response!.status < 500, response!.text)
      if (response!.status < 400) done.push(found.to)
      const repeated = await made(found, async (post) => [
        ...(await Promise.all([post(), post()])),
        await post(),
      ])
      assert.deepEqual(repeated.grown, once.grown)
      for (const { status, location } of repeated.responses) {
        assert.equal(status, response!.status)
        assert.equal(location, repeated.responses[0]!.location)
      }
    })
  }

  test('most forms of the panel are covered, and most succeed', () => {
    assert.ok(forms.length > 40, `${forms.length} forms`)
    const rejected = forms.map(({ to }) => to).filter((to) => !done.includes(to))
    assert.ok(rejected.length < forms.length / 5, rejected.join(', '))
  })
})
