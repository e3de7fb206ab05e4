import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../../test/service.ts'
import { aShippingOption } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'

const service = await startService()

async function anOption(areas: Record<string, unknown>[] = []) {
  const { store, base, person } = await aMember(service, 'OWNER')
  const { id } = await aShippingOption(service, store, { areas })
  const read = async () => (await service.get(`/api/v1/shipping/${id}`, store.key)).json.data.areas
  return { post: person.post, get: person.get, path: `${base}/envios/${id}`, read }
}

const plain = { name: 'A domicilio', kind: 'delivery', price: '35' }

suite('the areas of a shipping option in the panel', () => {
  test('are rows: written, changed, and removed by emptying them', async () => {
    const { post, path, read } = await anOption()
    const rows = {
      'areas.0.name': 'Zona 1', 'areas.0.price': '15,50', 'areas.0.postalCodes': '01001, 01002',
      'areas.2.name': 'Zona 10', 'areas.2.price': '', 'areas.2.postalCodes': '',
    } // prettier-ignore
    assert.equal((await post(path, { ...plain, ...rows })).status, 303)
    const [first, second] = await read()
    assert.deepEqual([first?.name, first?.price, first?.postalCodes], ['Zona 1', 15.5, ['01001', '01002']])
    assert.deepEqual([second?.name, second?.price, second?.postalCodes], ['Zona 10', null, []])
    const emptied = {
      'areas.0.id': first!.id,
      'areas.0.name': '',
      'areas.0.price': '',
      'areas.0.postalCodes': '',
    }
    const kept = {
      'areas.1.id': second!.id,
      'areas.1.name': 'Zona diez',
      'areas.1.price': '20',
      'areas.1.postalCodes': '',
    }
    assert.equal((await post(path, { ...plain, ...emptied, ...kept })).status, 303)
    assert.deepEqual(await read(), [{ ...second, name: 'Zona diez', price: 20 }])
  })

  test('a wrong row keeps what was typed, with its error', async () => {
    const { post, path, read } = await anOption()
    const submitted = { 'areas.1.name': 'Zona 1', 'areas.1.price': 'mucho', 'areas.1.postalCodes': '0' }
    const { status, text } = await post(path, { ...plain, ...submitted })
    assert.equal(status, 400)
    assert.match(text, /value="mucho"/)
    assert.deepEqual(await read(), [])
  })

  test('cost nothing where that is written as a word, in rows, in a list and in a new option', async () => {
    const { post, path, read } = await anOption()
    assert.equal(
      (await post(path, { ...plain, 'areas.0.name': 'Centro', 'areas.0.price': ' Gratis' })).status,
      303,
    )
    assert.deepEqual((await read()).map(({ name, price }) => [name, price]), [['Centro', 0]]) // prettier-ignore
    assert.equal((await post(path, { ...plain, areas: 'Norte; grátis\nSur; free' })).status, 303)
    assert.deepEqual((await read()).map(({ name, price }) => [name, price]), [['Norte', 0], ['Sur', 0]]) // prettier-ignore
    const added = await post(path.replace(/\/[^/]+$/, ''), { ...plain, price: 'Gratis' })
    assert.equal(added.status, 303, added.text)
  })

  test('are pasted as a list, which keeps the ids of known names', async () => {
    const { post, path, read } = await anOption([{ name: 'Zona 1', price: 10 }, { name: 'Fuera' }])
    const [known] = await read()
    const areas = 'Zona 1; 15,50; 01001 01002\r\n\r\nZona 10;;\r\nMixco; 20'
    assert.equal((await post(path, { ...plain, areas })).status, 303)
    const after = await read()
    assert.deepEqual(after[0], {
      id: known!.id,
      name: 'Zona 1',
      price: 15.5,
      postalCodes: ['01001', '01002'],
    })
    assert.deepEqual(
      after.slice(1).map(({ name, price }) => [name, price]),
      [
        ['Zona 10', null],
        ['Mixco', 20],
      ],
    )
    assert.equal((await post(path, { ...plain, areas: ' ' })).status, 303)
    assert.deepEqual(await read(), [])
  })

  const wrong: [list: string, message: RegExp][] = [
    ['Centro; 15\n; 20', /Línea 2: falta el nombre/],
    ['Centro; quince', /Línea 1: «quince» no es un importe/],
    ['Centro; 15\nNorte; 10\nCentro; 20', /Línea 3: «Centro» ya está en la línea 1/],
    ['Centro; 15; 0', /Línea 1: el código «0» debe tener entre 2 y 10/],
    ['Centro; 15; 01001; 7', /Línea 1: tiene más de tres partes/],
    [Array.from({ length: 201 }, (_, n) => `Zona ${n}`).join('\n'), /Son 201 zonas: caben 200/],
  ]
  for (const [areas, message] of wrong) {
    test(`a wrong list is told with its line: ${message.source.slice(0, 40)}`, async () => {
      const { post, path, read } = await anOption([{ name: 'Zona 1' }])
      const { status, text } = await post(path, { ...plain, areas })
      assert.equal(status, 400)
      assert.match(text, message)
      assert.match(text, /<textarea[^>]*name="areas"/)
      assert.deepEqual(
        (await read()).map(({ name }) => name),
        ['Zona 1'],
      )
    })
  }

  test('200 of them stay within the weight of a page, as rows and as a list', async () => {
    const areas = Array.from({ length: 200 }, (_, n) => ({
      name: `Barrio San ${n}`,
      price: 10 + n,
      postalCodes: [`${10_000 + n}`],
    }))
    const { get, path } = await anOption(areas)
    for (const page of [path, `${path}?zonas=lista`]) {
      const { status, text } = await get(page)
      const { brotliCompressSync } = await import('node:zlib')
      assert.equal(status, 200)
      assert.match(text, /Barrio San 199\b/)
      const bytes = brotliCompressSync(text).length
      assert.ok(bytes <= 14 * 1024, `${page}: ${bytes}`)
    }
  })
})
