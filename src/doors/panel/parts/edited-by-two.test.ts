import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, aShippingOption } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

/** The version that the form of a page was rendered from. */
function versionOf(text: string): string {
  const [, version] = /name="_version" value="&quot;([\w-]+)&quot;"/.exec(text) ?? []
  return `"${version!}"`
}

suite('a form that two people have open', () => {
  test('of a group of extras shows the second what the first one saved, and then saves theirs', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id, choices } = await aModifierGroup(service, store, { name: 'Extras' })
    const path = `${base}/extras/${id}`
    const _version = versionOf((await person.get(path)).text)
    const queso = { 'choices.0.id': choices[0]!.id, 'choices.0.name': 'Queso', 'choices.0.price': '5' }
    const group = { minChoices: '0', maxChoices: '', pricing: 'sum', ...queso, _version }
    const first = { ...group, name: 'Agregados', 'choices.1.name': 'Tocino', 'choices.1.price': '8' }
    assert.equal((await person.post(path, first)).status, 303)

    const second = { ...group, name: 'Para agregar', 'choices.0.price': '6' }
    const conflict = await person.post(path, second)
    assert.equal(conflict.status, 412)
    assert.match(conflict.text, /Ahora dice «Agregados»/)
    assert.match(conflict.text, /Ahora: Queso, Tocino\./)
    assert.match(conflict.text, /value="Para agregar"/)
    const read = async () => (await service.get(`/api/v1/modifier-groups/${id}`, store.key)).json.data
    assert.equal((await read()).name, 'Agregados')
    const theirs = await person.follow(await person.post(`${path}/descartar`, second))
    assert.match(theirs.text, /Quedó lo que guardó la otra persona[^]*value="Agregados"/)
    const mine = { ...second, _version: versionOf(conflict.text) }
    assert.equal((await person.post(path, mine)).status, 303)
    assert.equal((await read()).name, 'Para agregar')
  })

  test('of a shipping option and its areas too', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id, areas } = await aShippingOption(service, store, { areas: [{ name: 'Centro', price: 15 }] })
    const path = `${base}/envios/${id}`
    const _version = versionOf((await person.get(path)).text)
    const centro = { 'areas.0.id': areas[0]!.id, 'areas.0.name': 'Centro', 'areas.0.postalCodes': '' }
    const option = { name: 'A domicilio', kind: 'delivery', price: '35', ...centro, _version }
    const first = { ...option, 'areas.0.price': '18', 'areas.1.name': 'Zona 10', 'areas.1.price': '25' }
    assert.equal((await person.post(path, first)).status, 303)

    const second = { ...option, 'areas.0.price': '20' }
    const conflict = await person.post(path, second)
    assert.equal(conflict.status, 412)
    assert.match(conflict.text, /Ahora: Centro, Zona 10\.[^]*Ahora dice «18(?:\.00)?»/)
    const read = async () => (await service.get(`/api/v1/shipping/${id}`, store.key)).json.data.areas
    assert.equal((await read()).length, 2)
    const mine = { ...second, _version: versionOf(conflict.text) }
    assert.equal((await person.post(path, mine)).status, 303)
    assert.deepEqual(
      (await read()).map(({ price }) => price),
      [20],
    )
  })

  test('is no conflict where products got the group, or the option another place', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const group = await aModifierGroup(service, store, { name: 'Extras' })
    const path = `${base}/extras/${group.id}`
    const _version = versionOf((await person.get(path)).text)
    const body = { name: 'Pizza', price: 60, modifierGroupIds: [group.id] }
    await service.post('/api/v1/products', { key: store.key, body })
    assert.equal((await person.post(path, { name: 'Agregados', _version })).status, 303)
  })
})

suite('If-Match of a group of extras', () => {
  test('takes the ETag of a reading, and is 412 after a change', async () => {
    const { store } = await aMember(service, 'OWNER')
    const { id } = await aModifierGroup(service, store)
    const path = `/api/v1/modifier-groups/${id}` as const
    const etagNow = async () => (await service.get(path, store.key)).headers.get('etag')!
    const etag = await etagNow()
    const put = (name: string) =>
      service.put(path, { key: store.key, body: { name }, headers: { 'if-match': etag } })
    assert.equal((await put('Uno')).status, 200)
    const { data } = (await service.get(path, store.key)).json
    const { status, json, headers } = await put('Dos')
    assert.deepEqual([status, json.code, json.details.current], [412, 'CHANGED_SINCE', data])
    assert.equal(headers.get('etag'), await etagNow())
  })
})
