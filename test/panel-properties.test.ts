import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import fc from 'fast-check'
import { aPerson } from './accounts.ts'
import { anAddress, aStore } from './factories.ts'
import { fillStore } from './full-store.ts'
import { hostileText, percentEncoded } from './hostile-text.ts'
import { LONG_MARKS, watchNormalisation } from './long-marks.ts'
import { aVisitor, signedIn } from './panel.ts'
import { addressOf, formsOf, panelRoutes, routeOf, type ShownForm } from './panel-forms.ts'
import { startService } from './service.ts'

const RUNS = 40

const service = await startService()
const routes = panelRoutes(service.app)
const { id: ownerId, email } = await aPerson(service)
let store = await aStore(service, { ownerId })
let ids = await fillStore(service, store)

/** Forms delete and rename what they are tried on. */
async function renew() {
  store = await aStore(service, { ownerId })
  ids = await fillStore(service, store)
}

/** After a 404: an address that names nothing has it in any store. */
async function renewGone(path: string) {
  if (path.startsWith('/panel/t/') && !path.includes('/nada')) await renew()
}

/** A form that a page shows, or that a script sends; and whether who sends it is signed in. */
type Tried = { url: string; form: ShownForm; isSignedIn: boolean }

const bare = (url: string, names: string[], isSignedIn = true): Tried => {
  const fields = names.map((name) => ({ name, type: 'text', value: '', isMarked: false }))
  return { url, form: { action: url, fields, notice: '' }, isSignedIn }
}
/** What no page shows before something else was done: a code was sent, a script runs. */
const unseen = [
  bare('/panel/t/:slug/fotos', ['photos']),
  bare('/panel/t/:slug/borrador', ['_form', 'name', 'price', 'variants.0.name']),
  bare('/panel/entrar/codigo', ['code', 'email', 'volver'], false),
  bare('/panel/entrar/codigo/otro', [], false),
  bare('/panel/entrar/segundo-paso', ['code'], false),
  bare('/panel/crear-cuenta/codigo', ['code'], false),
  bare('/panel/crear-cuenta/codigo/otro', [], false),
  bare('/panel/recuperar/:token', ['password'], false),
  bare('/panel/invitacion/:token', []),
  bare('/panel/cuenta/correo/codigo', ['code']),
  bare('/panel/cuenta/passkeys', ['passkey', 'name']),
  bare('/panel/cuenta/segundo-paso', ['secret', 'code']),
]

const slug = async () => {
  const [row] = await service.sql<[{ slug: string }]>`select slug from stores where id = ${store.id}`
  return row.slug
}
const fillIn = async (url: string) => addressOf(url, await slug(), ids)

/** Every form of the panel: as a page shows it, or else with the fields that it is known to take. */
async function everyForm(): Promise<Tried[]> {
  const shown = new Map<string, Tried>()
  const readers = [
    [await signedIn(service, ownerId), true],
    [aVisitor(service), false],
  ] as const
  await signedIn(service, ownerId) // another device, which can be signed out
  for (const [reader, isSignedIn] of readers) {
    for (const { url } of routes.filter(({ method }) => method === 'GET')) {
      for (const query of ['', '?elegir=1', '?ordenar=1']) {
        const { text } = await reader.get((await fillIn(url)) + query)
        for (const form of formsOf(text)) {
          const to = routeOf(routes, 'POST', form.action)
          assert.ok(to, `${url} has a form for ${form.action}, which takes none`)
          if (!shown.has(to)) shown.set(to, { url: to, form, isSignedIn })
        }
      }
    }
  }
  assert.ok(shown.size > 25, `${shown.size} forms`)
  const all = routes.filter(({ method }) => method === 'POST').map(({ url }) => url)
  return all.map((url) => shown.get(url) ?? unseen.find((tried) => tried.url === url) ?? bare(url, []))
}

const forms = await everyForm()

/** A person who is signed in and within the limit. */
let person = await signedIn(service, ownerId)
let requests = 0
async function sender({ isSignedIn }: Tried) {
  if (!isSignedIn) return aVisitor(service)
  const isDue = requests++ % 100 === 0
  if (isDue) await service.sql`truncate rate_hits`
  if (isDue || !person.cookies.has('vitrina')) person = await signedIn(service, ownerId)
  return person
}

suite('hostile forms', () => {
  for (const tried of forms) {
    test(`${tried.url} never responds with 5xx`, async () => {
      const runs = tried.form.fields.length > 1 ? RUNS : RUNS / 4
      await fc.assert(
        fc.asyncProperty(bodyOf(tried.form), async ({ type, body }) => {
          const { cookies } = await sender(tried)
          const path = await fillIn(tried.url)
          const response = await fetch(service.url + path, {
            method: 'POST',
            redirect: 'manual',
            headers: {
              cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
              'sec-fetch-site': 'same-origin',
              'accept-encoding': 'identity',
              ...anAddress(),
              ...(type && { 'content-type': type }),
            },
            body: new Uint8Array(body),
          })
          const text = await response.text()
          assert.ok(response.status < 500, `${response.status} ${text.slice(0, 500)}`)
          if (response.status === 404) await renewGone(path)
          if (response.headers.getSetCookie().some((line) => line.startsWith('vitrina=;'))) requests = 0
        }),
        { numRuns: runs, endOnFailure: true },
      )
    })
  }
})

suite('a form with endless text', () => {
  const quickly = watchNormalisation()
  for (const tried of forms) {
    test(`${tried.url} does not process it`, async () => {
      // Boxes of the same name, such as a key's scopes, are filled in together.
      const byName = new Map(tried.form.fields.map((field) => [field.name, field]))
      for (const { name, type } of byName.values()) {
        const path = await fillIn(tried.url)
        const values = tried.form.fields
          .filter((field) => field.type !== 'button' || field.name === name)
          .map((field): [string, string] => [field.name, field.name === name ? LONG_MARKS : field.value])
        const { status } = await quickly(name, async () => (await sender(tried)).post(path, values))
        assert.ok(status < 500, `${name}: ${status}`)
        if (typed.has(type) && !name.startsWith('_')) assert.ok(status >= 400, `${name}: ${status}`)
        if (status === 404) await renewGone(path)
      }
    })
  }
})

const boundary = 'frontera'

/** A form with some of its fields, hostile ones, unknown ones and the same one twice, in every way that a form can come. */
function bodyOf({ fields }: ShownForm): fc.Arbitrary<{ type: string; body: Buffer }> {
  const names = fields.length > 0 ? fields.map(({ name }) => name) : ['name']
  const text = hostileText([
    store.id,
    ids.product,
    ids.variant,
    ids.category,
    ids.order,
    'true',
    'delete',
    email,
  ])
  const odd = ['desconocido', '__proto__', 'constructor', '_key', '_form', 'variants.0.name', 'items.999.quantity', 'a.b.c.d.e.f.g.h', 'images.0.url', ''] // prettier-ignore
  const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...odd), text)
  const shared = fc
    .subarray(fields)
    .map((some) => some.map((field): [string, string] => [field.name, field.value]))
  const pairs = fc
    .tuple(shared, fc.array(fc.tuple(name, text), { maxLength: 6 }))
    .map((parts) => parts.flat())
  const multipart = { type: `multipart/form-data; boundary=${boundary}` }
  const urlencoded = { type: 'application/x-www-form-urlencoded' }
  const parts = fc.tuple(pairs, fc.option(fc.uint8Array({ maxLength: 200 }), { freq: 3 })).map(toMultipart)
  return fc.oneof(
    { weight: 5, arbitrary: pairs.map((some) => ({ ...urlencoded, body: toUrlencoded(some) })) },
    { weight: 2, arbitrary: parts.map((body) => ({ ...multipart, body })) },
    fc.tuple(parts, fc.double({ min: 0, max: 1, noNaN: true })).map(([body, share]) => {
      return { ...multipart, body: body.subarray(0, Math.floor(body.length * share)) }
    }),
    fc
      .constantFrom('%', 'a=%FF', '&&&=', 'name', 'name[]=1', 'a=1&'.repeat(3000), 'x'.repeat(1_200_000))
      .map((body) => {
        return { ...urlencoded, body: Buffer.from(body) }
      }),
    fc
      .tuple(fc.constantFrom('', 'text/plain', 'application/json', 'multipart/form-data', ';;;'), pairs)
      .map(([type, some]) => ({ type, body: toUrlencoded(some) })),
  )
}

const toUrlencoded = (pairs: [string, string][]) =>
  Buffer.from(pairs.map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`).join('&'))

function toMultipart([pairs, file]: [[string, string][], Uint8Array | null]): Buffer {
  const part = (head: string, body: string | Uint8Array) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body as string),
      Buffer.from('\r\n'),
    ])
  return Buffer.concat([
    ...pairs.map(([name, value]) => part(`name="${name.replaceAll(/["\r\n]/g, '')}"`, value)),
    ...(file ? [part('name="photos"; filename="foto.jpg"', file)] : []),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

/** Wrong for a number, an address, a date; right for nothing: a control character. */
const BAD = `¡Mal! <b>"x"</b> & 'y'\u0007`
const typed = new Set(['text', 'email', 'tel', 'url', 'search', 'datetime-local', 'textarea'])

suite('a form with a mistake in every field', () => {
  let renewed: Tried[] = []
  before(async () => {
    await renew()
    await service.sql`truncate rate_hits`
    renewed = await everyForm() // its hidden fields name the rows of the present store
  })
  const shown = forms.filter((tried) => !unseen.includes(tried))
  for (const tried of shown.filter(({ form }) => form.fields.some(({ type }) => typed.has(type)))) {
    test(`${tried.url} keeps all input except passwords, with errors`, async () => {
      const path = await fillIn(tried.url)
      const { form } = renewed.find(({ url }) => url === tried.url)!
      const values = form.fields.flatMap(({ name, type, value }): [string, string][] => {
        if (type === 'password') return [[name, 'corta']]
        return type === 'checkbox' || type === 'button' ? [] : [[name, typed.has(type) ? BAD : value]]
      })
      const { status, text } = await (await sender(tried)).post(path, values)
      assert.equal(status, 400, text)
      assert.ok(!text.includes('"corta"'))
      assert.equal(text.split(' autofocus').length, 2, 'one field has the focus')
      const again = formsOf(text).find(({ action }) => action === path)
      for (const { name, type } of form.fields.filter((field) => typed.has(field.type))) {
        const field = again?.fields.find((one) => one.name === name)
        assert.equal(field?.value, BAD, `${name} (${type})`)
        assert.ok(!again!.notice.includes(`(${name})`), `${again!.notice} is shown at its field`)
      }
      assert.ok(again!.fields.some(({ isMarked }) => isMarked))
    })
  }
})
