import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aProduct, aWebhook } from './factories.ts'
import { importsOf } from './imports.ts'
import { markTexts, unmarked } from './marked-texts.ts'
import { aMember, type Page } from './panel.ts'
import { startService } from './service.ts'

const service = await startService({
  DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-programs-')),
  ALLOW_PRIVATE_DESTINATIONS: 'true',
})
const { imported, undo } = importsOf(service)
markTexts()

/** A store whose words are in an alphabet that none of our texts is in. */
async function aShop() {
  const { store, base, person } = await aMember(service, 'OWNER')
  await service.sql`update stores set name = 'Лавка' where id = ${store.id}`
  await service.sql`update accounts set name = 'Вера' where id = ${store.ownerId}`
  await service.sql`update api_keys set name = 'Ключ' where store_id = ${store.id}`
  return { store, base, person }
}

/** What is called the same in each language: parts of addresses and of our own keys. */
const names = /^(?:whsec_\S+|vit_\w+|[a-z0-9]{24}|G-AB12CD34EF)$/

function assertWhole({ status, text }: Page, expected: number, says: RegExp) {
  assert.equal(status, expected, text)
  assert.match(text.slice(text.indexOf('</nav>')), says)
  assert.deepEqual(
    unmarked(text).filter((words) => !names.test(words)),
    [],
  )
}

const columns = { Имя: 'name', Цена: 'price', Было: 'comparePrice', Род: 'category', Видно: 'isActive', Код: 'sku', Запас: 'stock', Снимок: 'images', Опт: 'quantityPrices' } // prettier-ignore
const header = Object.keys(columns).join(',')

suite('the page of an import has no text without its translations', () => {
  const rows: [row: string, says: RegExp][] = [
    [',1,,,,,,,', /Nombre⟧: ⟦⟦Este campo es obligatorio/],
    ['Я,много,,,,,,,', /«много» no es un importe/],
    ['Я,1,много,,,,,,', /«много» no es un importe/],
    ['Я,5,4,,,,,,', /mayor que el precio/],
    ['Я,1,,Чай,,,,,', /Categorías nuevas: Чай/],
    ['Я,1,,,иногда,,,,', /no dice si se ve o no/],
    ['Я,1,,,,К-1,,,', /ya lo tiene otro producto/],
    ['Я,1,,,,,много,,', /«много»/],
    ['Я,1,,,,,,рисунок,', /Foto 1⟧: ⟦⟦Debe empezar con/],
    ['Я,1,,,,,,,много', /no es un precio por cantidad/],
    ['Я,1,,,,К-2,,,\nЮ,1,,,,К-2,,,', /ya lo tiene otro/],
  ]
  for (const [row, says] of rows) {
    test(`with the row ${row}`, async () => {
      const { store, base, person } = await aShop()
      await aProduct(service, store, { name: 'Ваза', sku: 'К-1' })
      const { id } = await imported(store, `${header}\n${row}\n`, { columns })
      assertWhole(await person.get(`${base}/importar/${id}`), 200, says)
    })
  }

  test('before it is confirmed, after it, and after it is undone', async () => {
    const { store, base, person } = await aShop()
    const { id } = await imported(store, `${header}\nЯ,1,,,,,,,\n`, { columns, dryRun: true })
    assertWhole(await person.get(`${base}/importar/${id}`), 200, /Así quedaría/)
    const { id: done } = await imported(store, `${header}\nЯ,1,,,,,,,\n`, { columns })
    assertWhole(await person.get(`${base}/importar/${done}`), 200, /Importación terminada/)
    await undo(store, done)
    assertWhole(await person.get(`${base}/importar/${done}`), 200, /está en la papelera/)
  })

  for (const [name, body, says] of [
    ['нет', 'PK\u0003\u0004', /archivo de Excel/],
    ['нет', '<html>', /página web/],
  ] as const) {
    test(`for a file that is none: ${says.source}`, async () => {
      const { base, person } = await aShop()
      const file = new File([body], name, { type: 'text/csv' })
      const answer = await person.postFiles(`${base}/importar`, {}, { file })
      assertWhole(answer, 400, says)
    })
  }
})

suite('what the forms of programs say has its translations', () => {
  const events = ['order.created']
  const rejected: [path: string, fields: Record<string, string | string[]>, says: RegExp][] = [
    ['/webhooks/nuevo', { url: 'ftp://a', events }, /https/],
    ['/webhooks/nuevo', { url: 'https://127.0.0.1/x' }, /evento|Elige|Marca/],
    ['/webhooks/{webhook}/repetir', { from: '2026-01-02T10:00', to: '2026-01-01T10:00' }, /posterior/],
    ['/webhooks/{webhook}/repetir', { from: '2025-01-02T10:00', to: '2026-01-01T10:00' }, /30 días como máximo/],
    ['/claves/nueva', { name: '', scopes: 'products:read' }, /vacío|obligatorio/],
    ['/claves/nueva', { name: 'Я' }, /Elige|Marca/],
    ['/conexiones/meta_pixel', { value: 'Я' }, /números/],
    ['/conexiones/google_analytics', { value: 'Я' }, /Empieza con G-/],
    ['/conexiones/google_merchant', { value: 'Я' }, /números/],
    ['/conexiones/custom_domain', { value: 'я' }, /Solo el dominio/],
    ['/conexiones/custom_domain', { value: 'a.localhost.arpa' }, /no existe en internet/],
    ['/conexiones/custom_domain', { value: 'com.br' }, /no es de una sola persona/],
  ] // prettier-ignore
  for (const [path, fields, says] of rejected) {
    test(`where it is wrong, ${path}: ${says.source}`, async () => {
      const { store, base, person } = await aShop()
      const { id: webhook } = await aWebhook(service, store)
      const answer = await person.post(base + path.replace('{webhook}', webhook), fields)
      assertWhole(answer, 400, says)
    })
  }

  const done: [path: string, fields: Record<string, string | string[]>, says: RegExp][] = [
    ['/webhooks/{webhook}', { url: 'https://127.0.0.1/x', events, isActive: 'true' }, /Guardado/],
    ['/webhooks/{webhook}/probar', {}, /va en camino/],
    ['/webhooks/{webhook}/repetir', { from: '2026-01-01T10:00', to: '2026-01-02T10:00' }, /Se envían otra vez 0/],
    ['/webhooks/{webhook}/eliminar', {}, /Eliminaste el webhook/],
    ['/claves/{key}/cambiar', { old: '24' }, /La clave nueva/],
    ['/claves/{key}/revocar', {}, /La clave ya no funciona/],
    ['/conexiones/meta_pixel', { value: '123456789012345' }, /Guardado/],
    ['/conexiones/meta_pixel/pausa', { isPaused: 'true' }, /está en pausa/],
    ['/conexiones/meta_pixel/quitar', {}, /Quitaste la conexión/],
    ['/conexiones/google_merchant', { value: '123456789' }, /Todavía nadie leyó tus productos/],
  ] // prettier-ignore
  test('in its order', async () => {
    const { store, base, person } = await aShop()
    const { id: webhook } = await aWebhook(service, store)
    const [{ key }] = await service.sql<[{ key: string }]>`
      select id as key from api_keys where store_id = ${store.id}`
    for (const [path, fields, says] of done) {
      const at = path.replace('{webhook}', webhook).replace('{key}', key)
      const answer = await person.post(base + at, fields)
      if (answer.status === 303) assertWhole(await person.follow(answer), 200, says)
      else assertWhole(answer, 200, says)
    }
  })
})

test('a change has no text without its translations, nor have the values that are chosen from a list', async () => {
  const { store, base, person } = await aShop()
  const send = async (path: string, body: object) => {
    const { status, text } = await service.post(`/api/v1/${path}`, { key: store.key, body })
    assert.equal(status, 201, text)
  }
  await send('shipping', { name: 'Курьер', price: 5, kind: 'here' })
  await send('discounts', { code: '2027', type: 'fixed', value: 5 })
  await send('modifier-groups', { name: 'Начинка', pricing: 'highest', choices: [{ name: 'Сыр' }] })
  const put = await service.put('/api/v1/store', {
    key: store.key,
    body: { zeroPrice: 'ask', phoneVerification: 'ask' },
  })
  assert.equal(put.status, 200, put.text)
  const changes = (await service.get('/api/v1/changes', store.key)).json.data
  assert.equal(changes.length, 4, JSON.stringify(changes.map(({ summary }) => summary)))
  const says = /Consultar precio|Importe fijo|La más cara \(mitades\)|Se toma en una mesa/
  for (const { id } of changes) assertWhole(await person.get(`${base}/actividad/${id}`), 200, says)
})
