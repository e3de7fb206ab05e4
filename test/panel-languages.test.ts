import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Language } from '../src/core/texts/language.ts'
import { aProduct } from './factories.ts'
import { importsOf } from './imports.ts'
import { aMember } from './panel.ts'
import { startService } from './service.ts'
import { messageErrorOf } from '../src/features/whatsapp/errors.ts'

const service = await startService({
  DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-languages-')),
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
})
const { imported } = importsOf(service)
const { sql } = service

async function anOwner() {
  const { store, base, person } = await aMember(service, 'OWNER')
  const pageIn = async (language: Language, path: string) => {
    await sql`update accounts set language = ${language} where id = ${store.ownerId}`
    return (await person.get(base + path)).text
  }
  return { store, base, person, pageIn }
}

const file = 'Nombre,Precio\nPan,12\nMal,gratis\n'

suite('what an import stores', () => {
  test('is shown in the language of who reads it, and sent in Spanish by the API', async () => {
    const { store, pageIn } = await anOwner()
    const { id, error, rows } = await imported(store, file)
    assert.equal(
      error!.message,
      'Una fila tiene algo mal, y no se importó nada: corrígela, o importa sin ella',
    )
    assert.deepEqual(Object.keys(error!), ['code', 'message'])
    const message = '«gratis» no es un importe (línea 3)'
    assert.deepEqual(
      rows.flatMap(({ issues }: { issues: object[] }) => issues),
      [{ field: 'price', reason: 'type', message }],
    )
    assert.match(await pageIn('es', `/importar/${id}`), /Precio: «gratis» no es un importe.*\(línea 3\)/)
    const inPortuguese = await pageIn('pt', `/importar/${id}`)
    assert.match(inPortuguese, /Preço: “gratis” não é um valor.*\(linha 3\)/)
    assert.match(inPortuguese, /Uma linha tem algo errado/)
    const inEnglish = await pageIn('en', `/importar/${id}`)
    assert.match(inEnglish, /Price: “gratis” is not an amount.*\(line 3\)/)
    assert.match(inEnglish, /A row has a mistake/)
  })

  test('by a release that stored Spanish alone is shown as it is', async () => {
    const { store, pageIn } = await anOwner()
    const { id } = await imported(store, file)
    await sql`
      update import_rows
      set issues = '[{"field": "price", "reason": "type", "message": "«gratis» no es un importe"}]'
      where import_id = ${id} and action = 'refused'`
    await sql`
      update imports
      set result = jsonb_set(result, '{error}', '{"code": "REFUSED_ROWS", "message": "Una fila tiene algo mal"}')
      where id = ${id}`
    const page = await pageIn('en', `/importar/${id}`)
    assert.match(page, /Price: «gratis» no es un importe/)
    assert.match(page, /Una fila tiene algo mal/)
  })
})

suite('what is wrong with a connection', () => {
  test('is said in the language of who reads it: what the records of a domain lack', async () => {
    const { store, pageIn } = await anOwner()
    const seen = { texts: [], addresses: ['192.0.2.1'], target: { name: 'tiendas.example', addresses: [] } }
    await sql`
      insert into connections (store_id, id, settings)
      values (${store.id}, 'custom_domain', '{"domain": "www.cafe.example"}')`
    await sql`
      insert into domains (store_id, domain, seen, hint)
      values (${store.id}, 'www.cafe.example', ${sql.json(seen)}, 'Falta el registro TXT')`
    await sql`update stores set plan = 'pro' where id = ${store.id}`
    for (const path of ['/conexiones', '/conexiones/custom_domain']) {
      assert.match(
        await pageIn('es', path),
        /Falta el registro TXT: en _vitrina\.www\.cafe\.example no hay ninguno/,
      )
      assert.match(
        await pageIn('en', path),
        /The TXT record is missing: there is none at _vitrina\.www\.cafe\.example/,
      )
    }
  })

  test('and what WhatsApp said of the last notice, with its code', async () => {
    const { store, pageIn } = await anOwner()
    await sql`
      update stores
      set whatsapp_number = '+50255559999', confirmed_number = '+50255559999', confirmed_by = ${store.ownerId}
      where id = ${store.id}`
    await sql`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id, state, reason)
      values (
        ${store.id}, 'failed', 'whatsapp', '+50255559999', 'order.created', 'failed', 'failed',
        ${messageErrorOf(999_999, 400).reason}
      )`
    for (const path of ['/conexiones', '/conexiones/whatsapp']) {
      assert.match(await pageIn('es', path), /WhatsApp rechazó el aviso \(código 999999\): avisa al soporte/)
      assert.match(await pageIn('en', path), /WhatsApp rejected the notice \(code 999999\): tell support/)
    }
  })
})

suite('the options of a list', () => {
  const labelsOf = (page: string, name: string) => {
    const [, select = ''] =
      new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(page) ?? []
    return [...select.matchAll(/<option[^>]*>([^<]+)</g)].map(([, label]) => label!)
  }

  test('are in the order of their names in the language of who reads them', async () => {
    const { store, person, pageIn } = await anOwner()
    for (const [language, countries, currencies, others] of [
      ['es', /^Costa Rica,Cuba,Ecuador,El Salvador,España,Estados Unidos,/, /^Bolívar venezolano/, /^Afgani/],
      [
        'pt',
        /^Costa Rica,Cuba,El Salvador,Equador,Espanha,Estados Unidos,/,
        /^Bolívar venezuelano/,
        /^Afegane/,
      ],
      ['en', /^Costa Rica,Cuba,Dominican Republic,Ecuador,El Salvador,/, /^Argentine Peso/, /^Afghan/],
    ] as const) {
      const offered = labelsOf(await pageIn(language, '/tienda'), 'currency')
      assert.match(offered[0]!, currencies)
      assert.match(offered[18]!, others)
      for (const group of [offered.slice(0, 18), offered.slice(18)])
        assert.deepEqual(
          group,
          group.toSorted((a, b) => a.localeCompare(b, language)),
        )
      await sql`update accounts set language = ${language} where id = ${store.ownerId}`
      const page = await person.get('/panel/tiendas/nueva')
      assert.match(labelsOf(page.text, '_country').slice(5).join(','), countries)
    }
  })
})

suite('a change', () => {
  test('is told in the language of who reads it, and in Spanish by the API', async () => {
    const { store, person, base, pageIn } = await anOwner()
    await sql`update accounts set name = 'Ana' where id = ${store.ownerId}`
    const product = await aProduct(service, store, { name: 'Café', price: 100 })
    const done = await person.post(`${base}/productos/${product.id}`, { price: '120' })
    assert.equal(done.status, 303, done.text)
    const { json } = await service.get('/api/v1/changes?limit=1', store.key)
    assert.equal(json.data[0]!.summary, 'Ana cambió el precio de Café de 100 a 120')
    assert.match(await pageIn('es', '/actividad'), /Ana cambió el precio de Café de 100 a 120/)
    assert.match(await pageIn('pt', '/actividad'), /Ana alterou o preço de Café de 100 para 120/)
    assert.match(await pageIn('en', '/actividad'), /Ana changed the price of Café from 100 to 120/)
  })
})

suite('the help', () => {
  test('is written in each language', async () => {
    const { base, pageIn } = await anOwner()
    for (const [language, title, link] of [
      ['es', 'Qué es una clave de API', 'Tus claves'],
      ['pt', 'O que é uma chave de API', 'Suas chaves'],
      ['en', 'What an API key is', 'Your keys'],
    ] as const) {
      const page = await pageIn(language, '/ayuda/claves')
      assert.ok(page.includes(`<h1>${title}</h1>`), language)
      assert.ok(page.includes(`<a href="${base}/claves">${link}</a>`), language)
    }
  })
})
