import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

type Member = Awaited<ReturnType<typeof aMember>>

const groupsOf = async ({ store }: Member) =>
  (await service.get('/api/v1/modifier-groups', store.key)).json.data

async function aGroup(member: Member, overrides = {}) {
  const choices = [
    { name: 'Queso', price: 5 },
    { name: 'Tocino', price: 8.5, maxQuantity: 3 },
    { name: 'Piña' },
  ]
  return aModifierGroup(service, member.store, { choices, ...overrides })
}

suite('Extras', () => {
  test('copies a group with all its choices under a name of its own', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base } = member
    const { id, choices, ...group } = await aGroup(member, {
      name: 'Masa'.repeat(15),
      minChoices: 1,
      maxChoices: 2,
    })
    await person.post(`${base}/extras/${id}/opciones/${choices[2]!.id}/activa`, { isActive: 'false' })
    const copied = await person.post(`${base}/extras/${id}/duplicar`)
    const all = await groupsOf(member)
    const copy = all.find((one) => one.id !== id)!
    assert.equal(copied.location, `${base}/extras/${copy.id}`)
    assert.deepEqual([copy.name.length, copy.name.slice(-8)], [60, ' (copia)'])
    assert.deepEqual([copy.minChoices, copy.maxChoices, copy.pricing], [1, 2, group.pricing])
    assert.deepEqual(
      copy.choices.map(({ name, price, maxQuantity, isActive }) => [name, price, maxQuantity, isActive]),
      [
        ['Queso', 5, 1, true],
        ['Tocino', 8.5, 3, true],
        ['Piña', 0, 1, false],
      ],
    )
    assert.ok(copy.choices.every((one) => choices.every((before) => before.id !== one.id)))
  })

  test('takes the choices as a pasted list, in which known ones keep their ids', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base } = member
    const { id, name, choices } = await aGroup(member)
    const path = `${base}/extras/${id}`
    assert.match(
      (await person.get(`${path}?opciones=lista`)).text,
      />\nQueso; 5\nTocino; 8.5; 3\nPiña<\/textarea>/,
    )
    const list = 'Tocino; 9,50; 2\r\n\r\nPalmito\tGratis\r\nPiña'
    const pasted = await person.post(path, { name, choices: list })
    assert.equal(pasted.status, 303, pasted.text)
    const [group] = await groupsOf(member)
    assert.deepEqual(
      group!.choices.map((one) => [
        one.name,
        one.price,
        one.maxQuantity,
        choices.some(({ id }) => id === one.id),
      ]),
      [
        ['Tocino', 9.5, 2, true],
        ['Palmito', 0, 1, false],
        ['Piña', 0, 1, true],
      ],
    )
    const wrong = await person.post(path, { name, choices: 'Queso; mucho\nPiña\nPiña\n; 5' })
    assert.equal(wrong.status, 400)
    assert.match(
      wrong.text,
      /Línea 1: «mucho» no es un importe\. Línea 3: «Piña» ya está en la línea 2\. Línea 4: falta el nombre/,
    )
    assert.match(wrong.text, /Queso; mucho\nPiña/)
  })

  test('creates a group with the rows that were filled, and shows it as the shopper sees it', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base } = member
    const made = await person.post(`${base}/extras/nuevo`, {
      name: 'Extras',
      minChoices: '',
      maxChoices: '3',
      pricing: 'sum',
      'choices.0.name': 'Queso extra',
      'choices.0.price': '5,50',
      'choices.0.maxQuantity': '',
      'choices.0.isActive': ['false', 'true'],
      'choices.2.name': 'Sin cebolla',
      'choices.2.price': ' Gratis',
      'choices.2.maxQuantity': '2',
      'choices.2.isActive': ['false', 'true'],
      'choices.3.name': '',
      'choices.3.price': '',
      'choices.3.maxQuantity': '',
      'choices.3.isActive': ['false', 'true'],
    })
    const [group] = await groupsOf(member)
    assert.deepEqual([made.status, made.location], [303, `${base}/extras/${group!.id}`], made.text)
    assert.deepEqual([group!.minChoices, group!.maxChoices], [0, 3])
    assert.deepEqual(
      group!.choices.map(({ name, price, maxQuantity }) => [name, price, maxQuantity]),
      [
        ['Queso extra', 5.5, 1],
        ['Sin cebolla', 0, 2],
      ],
    )
    const { text } = await person.follow(made)
    assert.match(
      text,
      /Así lo ve quien compra \(lo guardado\)[^]*Elige hasta 3[^]*Queso extra[^]*\+ Q\s5\.50/,
    )
  })

  test('says what is wrong at its field, with all that was typed', async () => {
    const { person, base } = await aMember(service, 'OWNER')
    const submitted = { name: 'Masa', minChoices: '2', maxChoices: '1', 'choices.4.name': 'Delgada' }
    const wrong = await person.post(`${base}/extras/nuevo`, submitted)
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /name="maxChoices"[^>]*aria-invalid="true"/)
    assert.match(wrong.text, /name="choices.4.name"[^>]*value="Delgada"/)
    const unnamed = await person.post(`${base}/extras/nuevo`, {
      name: 'Masa',
      'choices.1.name': '',
      'choices.1.price': '5',
    })
    assert.match(unnamed.text, /name="choices.1.name"[^>]*aria-invalid="true"/)
    const none = await person.post(`${base}/extras/nuevo`, { name: 'Masa' })
    assert.match(none.text, /name="choices.0.name"[^>]*aria-invalid="true"/)
  })

  test('changes a group: a cleared price is nothing, an emptied or removed row goes, others are added', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base } = member
    const { id, choices } = await aGroup(member)
    const [cheese, bacon, pineapple] = choices
    const row = (n: number, of: { id?: string; name: string; price: string; maxQuantity: string }) =>
      Object.fromEntries(Object.entries(of).map(([name, value]) => [`choices.${n}.${name}`, value]))
    const changed = await person.post(`${base}/extras/${id}`, {
      name: 'Agregados',
      minChoices: '1',
      maxChoices: '',
      pricing: 'highest',
      ...row(0, { id: cheese!.id, name: 'Queso', price: '', maxQuantity: '' }),
      ...row(1, { id: bacon!.id, name: '', price: '', maxQuantity: '3' }),
      ...row(2, { id: pineapple!.id, name: 'Piña', price: '', maxQuantity: '1' }),
      'choices.2._remove': 'true',
      ...row(3, { name: 'Champiñones', price: '4', maxQuantity: '' }),
    })
    assert.equal(changed.status, 303, changed.text)
    const [group] = await groupsOf(member)
    assert.deepEqual(
      [group!.name, group!.minChoices, group!.maxChoices, group!.pricing],
      ['Agregados', 1, null, 'highest'],
    )
    assert.deepEqual(
      group!.choices.map(({ name, price }) => [name, price]),
      [
        ['Queso', 0],
        ['Champiñones', 4],
      ],
    )
    assert.equal(group!.choices[0]!.id, cheese!.id)
  })

  test('switches a choice off with one tap in the list, for everybody who may, and undoes it', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, store, base } = member
    const { id, choices } = await aGroup(member)
    await aProduct(service, store, { modifierGroupIds: [id] })
    const list = (await person.get(`${base}/extras`)).text
    assert.match(
      list,
      /Extras[^]*En 1 producto[^]*aria-checked="true" aria-label="Queso \(Extras\): se puede pedir"/,
    )
    const [, action] = /action="([^"]*\/activa)"/.exec(list)!
    assert.equal(action, `${base}/extras/${id}/opciones/${choices[0]!.id}/activa`)
    const off = await person.post(action, { isActive: 'false' })
    assert.deepEqual([off.status, off.location], [303, `${base}/extras`])
    const isActive = async () => (await groupsOf(member))[0]!.choices.map((choice) => choice.isActive)
    assert.deepEqual(await isActive(), [false, true, true])
    const after = (await person.follow(off)).text
    assert.match(after, /role="status"[^]*Apagaste Queso[^]*Deshacer/)
    assert.match(after, /aria-checked="false" aria-label="Queso/)
    const [, undo] = /action="([^"]*\/deshacer)"/.exec(after)!
    await person.post(undo!, { next: '/extras' })
    assert.deepEqual(await isActive(), [true, true, true])
  })

  test('loses none of the choices that are switched at the same time', async () => {
    const member = await aMember(service, 'STAFF')
    const { person, base } = member
    const { id, choices } = await aGroup(member)
    await Promise.all(
      choices.map((choice) =>
        person.post(`${base}/extras/${id}/opciones/${choice.id}/activa`, { isActive: 'false' }),
      ),
    )
    assert.deepEqual(
      (await groupsOf(member))[0]!.choices.map((choice) => choice.isActive),
      [false, false, false],
    )
    assert.match((await person.get(`${base}/extras/${id}`)).text, /el grupo no se ve en la tienda/)
    const unknown = await person.post(`${base}/extras/${id}/opciones/nada/activa`, { isActive: 'false' })
    assert.equal(unknown.status, 404)
  })

  test('moves a choice by one or to a place, and deletes a group with an undo', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, base } = member
    const { id, choices } = await aGroup(member)
    const names = async () => (await groupsOf(member))[0]!.choices.map(({ name }) => name)
    const move = (n: number, fields: Record<string, string>) =>
      person.post(`${base}/extras/${id}/opciones/${choices[n]!.id}/mover`, fields)
    await move(0, { direction: 'down' })
    assert.deepEqual(await names(), ['Tocino', 'Queso', 'Piña'])
    const moved = await move(2, { to: '0' })
    assert.deepEqual(await names(), ['Piña', 'Tocino', 'Queso'])
    assert.match((await person.follow(moved)).text, /aria-label="Bajar Queso" disabled/)
    const gone = await person.post(`${base}/extras/${id}/eliminar`)
    assert.deepEqual(await groupsOf(member), [])
    assert.match((await person.follow(gone)).text, /Eliminaste el grupo[^]*Deshacer/)
  })

  test('shows at most 100 switches on a page, and how many choices the other groups have', async () => {
    const member = await aMember(service, 'OWNER')
    const choices = Array.from({ length: 50 }, (_, n) => ({ name: `Opción ${n + 1}` }))
    for (let n = 0; n < 21; n++)
      await aModifierGroup(service, member.store, { name: `Grupo ${n + 10}`, choices })
    const { text } = await member.person.get(`${member.base}/extras`)
    assert.equal(text.match(/role="switch"/g)!.length, 100)
    assert.match(text, /Todavía en ningún producto · 50 opciones[^]*1–20 de 21\b/)
    const next = (await member.person.get(`${member.base}/extras?offset=20`)).text
    const [, action] = /action="([^"]*\/activa\?offset=20)"/.exec(next)!
    const off = await member.person.post(action!, { isActive: 'false' })
    assert.equal(off.location, `${member.base}/extras?offset=20`)
  })
})

suite('the extras of a product in its form', () => {
  test('are chosen in order, kept by a copy, and taken away', async () => {
    const member = await aMember(service, 'OWNER')
    const { person, store, base } = member
    assert.doesNotMatch((await person.get(`${base}/productos/nuevo`)).text, /modifierGroupIds/)
    const [sizes, extras] = [await aGroup(member, { name: 'Tamaños' }), await aGroup(member)]
    const made = await person.post(`${base}/productos/nuevo`, {
      name: 'Pizza',
      price: '60',
      'modifierGroupIds.0': sizes.id,
      'modifierGroupIds.1': '',
      'modifierGroupIds.2': extras.id,
    })
    const path = made.location!.split('?')[0]!
    const read = async (id: string) =>
      (await service.get(`/api/v1/products/${id}`, store.key)).json.data.modifierGroupIds
    const id = path.split('/').at(-1)!
    assert.deepEqual(await read(id), [sizes.id, extras.id])
    assert.match(
      (await person.get(path)).text,
      new RegExp(`name="modifierGroupIds.1"[^]*value="${extras.id}" selected`),
    )
    const copy = await person.post(`${path}/duplicar`)
    assert.deepEqual(await read(copy.location!.split('/').at(-1)!), [sizes.id, extras.id])
    const twice = await person.post(path, {
      name: 'Pizza',
      price: '60',
      'modifierGroupIds.0': extras.id,
      'modifierGroupIds.1': extras.id,
    })
    assert.equal(twice.status, 400)
    assert.match(twice.text, /name="modifierGroupIds.1"[^>]*aria-invalid="true"/)
    await person.post(path, {
      name: 'Pizza',
      price: '60',
      'modifierGroupIds.0': '',
      'modifierGroupIds.1': '',
    })
    assert.deepEqual(await read(id), [])
  })
})
