import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { newSecret } from '../../../core/values/id.ts'
import { createLog } from '../../../core/process/log.ts'
import { startImports } from '../../../features/imports/start.ts'
import { aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-importar-')) })
const worker = startImports({ sql: service.sql, log: createLog('silent') })
after(worker.stop)

const csv = (text: string) => new File([text], 'productos.csv', { type: 'text/csv' })
const file = csv('Nombre,Precio,Nota\nCafé,12.50,x\nTaza,80,y\nMal,gratis,z\n')

type Member = Awaited<ReturnType<typeof aMember>>

/** A page of an import, once it has ended. */
async function settled({ person }: Member, path: string) {
  const id = path.split('/').at(-1)!
  await waitFor(async () => {
    worker.trigger()
    const [done] =
      await service.sql`select 1 from imports where id = ${id} and state not in ('waiting', 'undoing')`
    return done !== undefined
  })
  return person.get(path)
}

const formAt = (text: string, end: string) => {
  const form = formsOf(text).find(({ action }) => action.endsWith(end))
  assert.ok(form, `${end} in ${text}`)
  return form
}

const fieldsOf = ({ fields }: ReturnType<typeof formAt>) =>
  fields.filter(({ type }) => type !== 'button').map(({ name, value }): [string, string] => [name, value])

suite('Importar', () => {
  test('previews a file, imports it without invalid rows, and undoes it', async () => {
    const member = await aMember(service, 'STAFF')
    const { person, base, store } = member
    await aProduct(service, store, { name: 'Taza', slug: 'taza', price: 90 })
    const sent = await person.postFiles(`${base}/importar`, {}, { file })
    assert.equal(sent.status, 303, sent.text)
    const preview = await settled(member, sent.location!)
    const figures = [...preview.text.matchAll(/<dt>([^<]+)<\/dt><dd><b>([^<]+)</g)]
    assert.match(preview.text, /<h1>Así quedaría</)
    assert.deepEqual(
      figures.map(([, label, figure]) => `${label} ${figure}`),
      ['Nuevos 1', 'Cambian 1', 'Quedan igual 0', 'Rechazados 1'],
    )
    assert.match(preview.text, /Precio: Q 90\.00 → Q 80\.00/)
    assert.match(preview.text, /Precio: «gratis» no es un importe/)
    const only = await person.get(`${sent.location}?tipo=refused`)
    assert.doesNotMatch(only.text, /<b>Taza<\/b>/)

    const confirm = formAt(preview.text, '/confirmar')
    const started = await person.post(confirm.action, fieldsOf(confirm))
    assert.equal(started.status, 303, started.text)
    const again = await person.post(confirm.action, fieldsOf(confirm))
    assert.equal(again.location, started.location)
    const done = await settled(member, started.location!)
    assert.match(done.text, /Importación terminada/)
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 2)

    const undo = formAt(done.text, '/deshacer')
    const undone = await settled(member, (await person.post(undo.action, fieldsOf(undo))).location!)
    assert.match(undone.text, /1 producto volvió a como estaba\. 1 producto está en la papelera/)
    assert.match((await person.get(`${base}/importar`)).text, /productos\.csv.*Deshecha/s)
  })

  test('the rehearsal says which new products stay hidden', async () => {
    const member = await aMember(service, 'STAFF')
    const hidden = csv('Nombre,Precio,Visible\nCafé,12.50,sí\nTaza,80,no\n')
    const { location } = await member.person.postFiles(`${member.base}/importar`, {}, { file: hidden })
    const { text } = await settled(member, location!)
    assert.match(text, /<b>Taza<\/b>.*Visible: no/s)
    assert.doesNotMatch(text, /<b>Café<\/b>.*Visible: no.*<b>Taza/s)
  })

  test('the rehearsal counts the cells that can be read in two ways', async () => {
    const member = await aMember(service, 'STAFF')
    const { person, base } = member
    const rows = csv('Nombre,Precio,Stock\nCafé,1234.500,0.000\nTaza,0.990,1.000\nVaso,80,3\n')
    const sent = await person.postFiles(`${base}/importar`, {}, { file: rows })
    const { text } = await settled(member, sent.location!)
    assert.match(text, /<dt>Celdas dudosas<\/dt><dd><b>3<\/b>/)
    assert.match(text, /«1234\.500» puede ser 1234\.5 o 1234500/)
    const clear = await person.postFiles(`${base}/importar`, {}, { file })
    assert.doesNotMatch((await settled(member, clear.location!)).text, /Celdas dudosas/)
  })

  test('is undone from Actividad as from its own page: with its categories, once, and saying how many', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base, store } = member
    await aProduct(service, store, { name: 'Taza', slug: 'taza', price: 90 })
    const rows = csv('Nombre,Precio,Categoría\nTaza,80,Cocina\nPlato,50,Cocina\nVaso,20,Mesa\n')
    const preview = await person.postFiles(`${base}/importar`, {}, { file: rows })
    const confirm = formAt((await settled(member, preview.location!)).text, '/confirmar')
    const started = await person.post(confirm.action, fieldsOf(confirm))
    await settled(member, started.location!)
    const id = started.location!.split('/').at(-1)!

    const action = `${base}/actividad/${id}/deshacer`
    const offered = async () =>
      formsOf((await person.get(`${base}/actividad`)).text)
        .map((form) => form.action)
        .filter((url) => url.endsWith('/deshacer'))
    assert.ok((await offered()).includes(action))
    const [undone] = await Promise.all([person.post(action), settled(member, started.location!)])
    assert.equal(undone.status, 303, undone.text)
    await settled(member, started.location!)
    const again = await person.post(action)
    assert.equal(again.location, `${base}/actividad`)
    assert.match(
      (await person.follow(again)).text,
      /1 producto volvió a como estaba\. 2 productos están en la papelera/,
    )
    assert.deepEqual(await offered(), [])
    assert.match((await person.get(started.location!)).text, /Importación deshecha/)
    const totalOf = async (path: 'products' | 'categories') =>
      (await service.get(`/api/v1/${path}`, store.key)).json.total
    assert.deepEqual([await totalOf('products'), await totalOf('categories')], [1, 0])
  })

  test('names columns about stock or visibility that nothing reads, and publishes nothing that it does not understand', async () => {
    const { person, base, store, ...member } = await aMember(service, 'STAFF')
    const rows = csv('Nombre,Precio,Visible,Agotado,Notas internas\nTaza,80,quizás,sí,2\nPlato,50,sí,no,2\n')
    const sent = await person.postFiles(`${base}/importar`, {}, { file: rows })
    const preview = await settled({ person, base, store, ...member }, sent.location!)
    assert.match(preview.text, /No se leyó si algo está oculto o agotado en: Agotado\. Si lo dice, elige/)
    assert.match(preview.text, /Columnas: Agotado, Notas internas/)
    assert.match(preview.text, /Visible: «quizás» no dice si se ve o no: escribe sí o no \(línea 2\)/)
    const confirm = formAt(preview.text, '/confirmar')
    await settled(
      { person, base, store, ...member },
      (await person.post(confirm.action, fieldsOf(confirm))).location!,
    )
    const { json } = await service.get('/api/v1/products', store.key)
    assert.deepEqual(json.data.map(({ name }: { name: string }) => name), ['Plato']) // prettier-ignore
    const { json: found } = await service.get(
      `/api/v1/imports/${sent.location!.split('/').at(-1)!}`,
      store.key,
    )
    assert.deepEqual(found.data.unreadColumns, ['Agotado'])
  })

  test('names what is not kept, and shows no button where the plan rejects the import', async () => {
    const member = await aMember(service, 'STAFF')
    const { person, base, store } = member
    await service.sql`update stores set plan = 'free' where id = ${store.id}`
    const rows = Array.from({ length: 51 }, (_, n) => `vela-${n},Vela ${n},5,Yo,archived`)
    const file = csv(['Handle,Title,Variant Price,Tags,Status', ...rows, ''].join('\n'))
    const sent = await person.postFiles(`${base}/importar`, {}, { file })
    const { text } = await settled(member, sent.location!)
    assert.match(text, /Así no se puede importar/)
    assert.match(text, /El archivo trae 51 productos nuevos; el plan permite 50 y ya hay 0\./)
    assert.match(text, /<li>Productos archivados[^<]* \(51 productos; línea 2\)<\/li>/)
    assert.match(text, /<li>Columnas: Tags<\/li>/)
    assert.ok(!formsOf(text).some(({ action }) => action.endsWith('/confirmar')))
  })

  test('previews the corrected file that is sent from the same form, not the first one again', async () => {
    const { person, base, store } = await aMember(service, 'STAFF')
    const _key = newSecret(24)
    const send = (text: string) => person.postFiles(`${base}/importar`, { _key }, { file: csv(text) })
    const first = await send('Nombre,Precio\nTaza,80\n')
    await settled({ person, base, store }, first.location!)
    assert.equal((await send('Nombre,Precio\nTaza,80\n')).location, first.location)
    const corrected = await send('Nombre,Precio\nTaza,90\n')
    assert.equal(corrected.status, 303, corrected.text)
    assert.match((await settled({ person, base, store }, corrected.location!)).text, /Precio: .*Q 90\.00/)
  })

  test('previews new products, and each variant before and after', async () => {
    const member = await aMember(service, 'STAFF')
    const { person, base, store } = member
    await aProduct(service, store, {
      name: 'Remera',
      slug: 'remera',
      price: 90,
      options: [{ name: 'Talle', values: ['S', 'M'] }],
      variants: [
        { name: 'Chica', optionValues: ['S'], stock: 3 },
        { name: 'Mediana', optionValues: ['M'], price: 95 },
      ],
    })
    await aProduct(service, store, {
      name: 'Gorra',
      slug: 'gorra',
      price: 50,
      variants: [{ name: 'Única', stock: 7 }],
    })
    const headers =
      'Slug,Nombre,Precio,Categoría,Fotos,Variante,Precio de la variante,Stock,Opción 1,Valor de la opción 1'
    const rows = [
      'remera,Remera,85,Ropa,,Chica,88.5,5,Talle,S',
      'remera,,,,,Larga,,,Talle,L',
      'gorra,Gorra,40,,,,,6,,',
      'vela,Vela,12,Hogar,https://x.test/1.jpg,Chica,,4,,',
      'vela,,,,,Grande,20,,,',
    ]
    const sent = await person.postFiles(
      `${base}/importar`,
      {},
      { file: csv([headers, ...rows, ''].join('\n')) },
    )
    const { text } = await settled(member, sent.location!)
    const linesOf = (name: string) => {
      const [, row = ''] = new RegExp(`<b>${name}</b>(.*?)</li>`, 's').exec(text) ?? []
      return [...row.matchAll(/<small>([^<]*)<\/small>/g)].map(([, line]) => line)
    }
    assert.deepEqual(linesOf('Remera'), [
      'Precio: Q 90.00 → Q 85.00',
      'Categoría: nada → Ropa',
      'Opciones: Talle (S, M) → Talle (S, L)',
      'Chica: precio Q 90.00 → Q 88.50, stock 3 → 5',
      'Nueva variante Larga: Q 85.00',
      'Se quita la variante Mediana',
    ])
    assert.deepEqual(linesOf('Gorra'), ['Precio: Q 50.00 → Q 40.00', 'Stock: 7 → 6'])
    assert.deepEqual(linesOf('Vela'), [
      'Precio: Q 12.00',
      'Fotos: 1 foto',
      'Categoría: Hogar',
      'Chica: Q 12.00, stock 4',
      'Grande: Q 20.00',
    ])
  })

  test('previews the errors of each invalid row', async () => {
    const member = await aMember(service, 'STAFF')
    const rows = ['a,A,,S,', 'b,B,5,S,', 'b,,,M,-1', 'c,C,5,,,', 'c,C,6,,,', 'd,D,5,,,foto.jpg', 'e,E,5,,,,x']
    const sent = csv(['Slug,Nombre,Precio,Variante,Precio de la variante,Fotos', ...rows, ''].join('\n'))
    const { location } = await member.person.postFiles(`${member.base}/importar`, {}, { file: sent })
    const { text } = await settled(member, location!)
    for (const reason of [
      'Precio: Este campo es obligatorio',
      'Variante 2, precio: Debe ser 0 o más',
      'Dirección (slug): La línea 6 repite el producto de la línea 5 sin decir qué variante es',
      'Foto 1: Debe empezar con https://',
      '<small>La línea 8 tiene más celdas que columnas',
      'Así no se puede importar nada',
      'Subir el archivo corregido',
    ])
      assert.ok(text.includes(reason), `${reason} in ${text}`)
  })

  test('where all changed rows are invalid, the page says that the rest is unchanged', async () => {
    const member = await aMember(service, 'STAFF')
    await aProduct(service, member.store, { name: 'Taza', slug: 'taza', price: 90 })
    const sent = csv('Slug,Nombre,Precio\ntaza,Taza,90\nmal,Mal,gratis\n')
    const { location } = await member.person.postFiles(`${member.base}/importar`, {}, { file: sent })
    const { text } = await settled(member, location!)
    assert.match(text, /Lo que no se rechazó ya está así en tu tienda/)
    assert.doesNotMatch(text, /Así no se puede importar nada/)
  })

  test('wrongly detected columns can be mapped manually', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base } = member
    const { location } = await person.postFiles(`${base}/importar`, {}, { file })
    await settled(member, location!)
    const page = await person.get(`${location}/columnas`)
    assert.match(page.text, /Por ejemplo: Café.*Por ejemplo: 12\.50.*Por ejemplo: x/s)
    const columns = formAt(page.text, '/columnas')
    const fields = fieldsOf(columns).map(([name, value]): [string, string] => [
      name,
      name === 'c2' ? 'description' : value,
    ])
    const read = await person.post(columns.action, fields)
    assert.equal(read.status, 303, read.text)
    const { text } = await settled(member, read.location!)
    const confirm = formAt(text, '/confirmar')
    await settled(member, (await person.post(confirm.action, fieldsOf(confirm))).location!)
    const [coffee] = await service.sql<[{ description: string }]>`
      select description from products where store_id = ${member.store.id} and slug = 'cafe'`
    assert.equal(coffee.description, 'x')
  })

  test('of columns with the same header, the one that is imported is kept', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base } = member
    const repeated = csv('Nombre,Precio,Descripción,Descripción\nCafé,12.50,Rico,\n')
    const { location } = await person.postFiles(`${base}/importar`, {}, { file: repeated })
    await settled(member, location!)
    const columns = formAt((await person.get(`${location}/columnas`)).text, '/columnas')
    assert.deepEqual(fieldsOf(columns).slice(-2), [
      ['c2', 'description'],
      ['c3', 'nada'],
    ])
    const { text } = await settled(member, (await person.post(columns.action, fieldsOf(columns))).location!)
    const confirm = formAt(text, '/confirmar')
    await settled(member, (await person.post(confirm.action, fieldsOf(confirm))).location!)
    const [coffee] = await service.sql<[{ description: string }]>`
      select description from products where store_id = ${member.store.id} and slug = 'cafe'`
    assert.equal(coffee.description, 'Rico')
  })

  test('shows an error for a missing file, one that is not CSV, and one that is too large', async () => {
    const { person, base } = await aMember(service, 'OWNER')
    const none = await person.post(`${base}/importar`)
    assert.equal(none.status, 400)
    assert.match(none.text, /Elige el archivo CSV/)
    const excel = await person.postFiles(`${base}/importar`, {}, { file: csv('PK\u0003\u0004') })
    assert.deepEqual([excel.status, /guárdalo como CSV/.test(excel.text)], [400, true])
    const large = await person.postFiles(`${base}/importar`, {}, { file: csv('a,b\n'.repeat(4_500_000)) })
    assert.equal(large.status, 413)
  })

  test('an invalid file shows why, and where to correct it', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base } = member
    const { location } = await person.postFiles(`${base}/importar`, {}, { file: csv('a,b\n1,2\n') })
    const { text } = await settled(member, location!)
    assert.match(text, /Así no se puede importar/)
    assert.match(text, /Ninguna columna dice/)
    const columns = formAt((await person.get(`${location}/columnas`)).text, '/columnas')
    const read = await person.post(columns.action, [
      ['c0', 'name'],
      ['c1', 'price'],
    ])
    assert.match((await settled(member, read.location!)).text, /Así quedaría/)
  })

  test("404 on another store's imports", async () => {
    const [victim, stranger] = [await aMember(service, 'OWNER'), await aMember(service, 'OWNER')]
    const { location } = await victim.person.postFiles(`${victim.base}/importar`, {}, { file })
    await settled(victim, location!)
    const id = location!.split('/').at(-1)!
    for (const path of [`/importar/${id}`, `/importar/${id}/columnas`]) {
      assert.equal((await stranger.person.get(stranger.base + path)).status, 404)
    }
    for (const end of ['confirmar', 'deshacer', 'columnas']) {
      const { status } = await stranger.person.post(`${stranger.base}/importar/${id}/${end}`, {
        _key: newSecret(24),
      })
      assert.equal(status, 404, end)
    }
  })
})

suite('Exportar', () => {
  test('has a file in each format', async () => {
    const { person, base, store } = await aMember(service, 'STAFF')
    await aProduct(service, store, { name: 'Taza', slug: 'taza' })
    const { text } = await person.get(`${base}/exportar`)
    const files = [...text.matchAll(/href="([^"]+\.csv)"/g)].map(([, href]) => href!)
    assert.equal(files.length, 2)
    for (const href of files) {
      const { status, headers, text: content } = await person.get(href)
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv'])
      assert.match(content, /Taza/)
    }
    assert.equal((await person.get(`${base}/exportar/tiendanube.csv`)).status, 404)
  })
})
