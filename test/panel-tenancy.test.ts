import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aStore } from './factories.ts'
import { containsDataOf, fillStore, unchangedIn } from './full-store.ts'
import { signedIn, type Page } from './panel.ts'
import { addressOf, formsOf, panelRoutes } from './panel-forms.ts'
import { startService } from './service.ts'

const service = await startService()
const routes = panelRoutes(service.app).filter(({ url }) => url.startsWith('/panel/t/:slug'))
const addresses = (method: string) => routes.filter((route) => route.method === method).map(({ url }) => url)

const [victim, own] = [await aStore(service), await aStore(service)]
const ids = await fillStore(service, victim)
const ownIds = await fillStore(service, own, 'Mío')

let current = await signedIn(service, own.ownerId)
let requests = 0

/** One person sends more requests here than a person may in a minute, some of which sign out. */
async function person() {
  const isDue = requests++ % 50 === 0
  if (isDue) await service.sql`truncate rate_hits`
  if (isDue || !current.cookies.has('vitrina')) current = await signedIn(service, own.ownerId)
  return current
}

const at = (url: string, id: string) => url.replace(':slug', own.slug).replaceAll(/:\w+/g, id)

const ownAddress = (url: string) => addressOf(url, own.slug, ownIds)

const isVictims = ({ text, headers }: Page, sent = '') =>
  containsDataOf(ids, text.replaceAll(sent, '')) ||
  containsDataOf(ids, (headers.get('location') ?? '').replaceAll(sent, ''))

suite("another store's ids in the panel", () => {
  test("another store's ids in a path of the panel are 404, for pages and forms", async () => {
    await unchangedIn(service, victim.id, async () => {
      for (const url of addresses('GET').filter((address) => address.includes(':', 12))) {
        for (const id of Object.values(ids)) {
          const page = await (await person()).get(at(url, id))
          assert.ok([303, 404].includes(page.status), `${url} with ${id} responded with ${page.status}`)
          assert.ok(!isVictims(page, id), `${url} leaked ${page.text}`)
        }
      }
      for (const url of addresses('POST').filter((address) => address.includes(':', 12))) {
        for (const id of Object.values(ids)) {
          const page = await (
            await person()
          ).post(at(url, id), { name: 'Mío', status: 'confirmed', confirmed: '1' })
          assert.ok(page.status < 500, `${url} with ${id} responded with ${page.status}`)
          assert.ok(!isVictims(page, id), `${url} leaked ${page.text}`)
        }
      }
    })
  })

  test("another store's ids in the fields of a form are not found, and change nothing", async () => {
    const forms = await formsOfPages()
    assert.ok(forms.size > 15, `${forms.size} forms`)
    let sent = 0
    await unchangedIn(service, victim.id, async () => {
      for (const { action, fields } of forms.values()) {
        const names = fields.map(({ name }) => name).filter((name) => /ids?$/i.test(name))
        for (const name of new Set(names)) {
          for (const id of Object.values(ids)) {
            const right = Object.fromEntries(fields.map((field) => [field.name, field.value]))
            const page = await (await person()).post(action, { ...right, [name]: id, action: 'delete' })
            sent++
            assert.ok(page.status < 500, `${action} with ${name} responded with ${page.status}`)
            assert.ok(!isVictims(page, id), `${action} with ${name} leaked ${page.text}`)
          }
        }
      }
    })
    assert.ok(sent > 40, `${sent} forms`)
  })

  test("another store's ids in a query return no data of it", async () => {
    // By what pages look rows up: the other parameters choose among words, such as a tab or a period.
    const searched = [ids.category, ids.product, ids.order, victim.slug].map((id) => ({ name: 'q', id }))
    for (const url of addresses('GET')) {
      for (const { name, id } of [{ name: 'categoria', id: ids.category }, ...searched]) {
        const page = await (await person()).get(`${ownAddress(url)}?${name}=${id}`)
        assert.ok(page.status < 500 && !isVictims(page, id), `${url}?${name}=${id} leaked ${page.text}`)
      }
    }
  })
})

/** The forms of the store's pages, by where they are sent. */
async function formsOfPages() {
  const reader = await person()
  const forms = new Map<string, ReturnType<typeof formsOf>[number]>()
  for (const url of addresses('GET')) {
    for (const query of ['', '?elegir=1']) {
      const { text } = await reader.get(ownAddress(url) + query)
      for (const form of formsOf(text)) if (form.action.startsWith('/panel/t/')) forms.set(form.action, form)
    }
  }
  return forms
}
