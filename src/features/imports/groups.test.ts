import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aModifierGroup, aProduct, aStore } from '../../../test/factories.ts'
import { importsOf, type Store } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import type { NewModifierGroup } from '../modifier-groups/modifier-group.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-imports-')) })
const { imported, undo, productsOf } = importsOf(service)

const download = async (store: Store) => {
  const response = await fetch(`${service.url}/api/v1/exports/products`, {
    headers: { authorization: `Bearer ${store.key}` },
  })
  return Buffer.from(await response.arrayBuffer())
}

const groupsOf = async (store: Store) =>
  (await service.get('/api/v1/modifier-groups?limit=100', store.key)).json.data

/** The products with their groups, without ids and times. */
async function essence(store: Store) {
  const groups = new Map((await groupsOf(store)).map((group: { id: string }) => [group.id, group]))
  const withoutIds = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (name, one: unknown) =>
        /^(id|.*At|productCount)$/.test(name) ? undefined : one,
      ),
    ) as { name: string }
  return (await productsOf(store)).map(
    ({ name, modifierGroupIds }: { name: string; modifierGroupIds: string[] }) => ({
      name,
      groups: modifierGroupIds.map((id) => withoutIds(groups.get(id))),
    }),
  )
}

const odd: NewModifierGroup[] = [
  {
    name: 'Masa',
    minChoices: 1,
    maxChoices: 1,
    choices: [{ name: 'Delgada' }, { name: 'Rellena', price: 10.5 }],
  },
  {
    name: '=Mitades; "y" mitades',
    minChoices: 2,
    pricing: 'highest',
    choices: [
      { name: '"Hawaiana"' },
      { name: 'Cuatro; quesos', price: 1250, maxQuantity: 2, isActive: false },
      { name: "'-x" },
    ],
  },
  { name: 'Extras', maxChoices: 3, choices: [{ name: 'Queso', price: 5, maxQuantity: 3 }] },
  { name: 'Extras', pricing: 'average', choices: [{ name: 'Crema', price: 3 }] },
]

/** Two products that share groups, and one with two groups of the same name. */
async function aPizzeria(currency: string) {
  const store = await aStore(service, { currency })
  const ids: string[] = []
  for (const group of odd) ids.push((await aModifierGroup(service, store, group)).id)
  const [base, halves, toppings, others] = ids as [string, string, string, string]
  await aProduct(service, store, { name: 'Pizza', price: 60, modifierGroupIds: [halves, base, toppings] })
  await aProduct(service, store, { name: 'Calzone', price: 50, modifierGroupIds: [base, others] })
  await aProduct(service, store, { name: 'Doble', price: 80, modifierGroupIds: [others, toppings] })
  await aProduct(service, store, { name: 'Agua', price: 8 })
  return store
}

suite('groups of extras in our CSV', () => {
  for (const currency of ['GTQ', 'ARS']) {
    test(`come to a store without products as they were (${currency})`, async () => {
      const store = await aPizzeria(currency)
      const file = await download(store)
      const fresh = await aStore(service, { currency })
      const rehearsal = await imported(fresh, file, { dryRun: true })
      assert.deepEqual(
        [rehearsal.counts.new, rehearsal.newModifierGroups.length],
        [4, 4],
        JSON.stringify(rehearsal.rows),
      )
      assert.deepEqual(await groupsOf(fresh), [])
      const done = await imported(fresh, file)
      assert.deepEqual(done.newModifierGroups.toSorted(), odd.map(({ name }) => name).toSorted())
      assert.deepEqual(await essence(fresh), await essence(store))
      const again = await imported(fresh, await download(fresh))
      assert.deepEqual([again.counts.unchanged, again.newModifierGroups], [4, []])
    })
  }

  test('leave those of the store as they are, also when the file has others by their names', async () => {
    const store = await aPizzeria('GTQ')
    const file = await download(store)
    const group = (await groupsOf(store)).find(({ name }: { name: string }) => name === 'Masa')
    await service.put(`/api/v1/modifier-groups/${group!.id}`, {
      key: store.key,
      body: { name: 'Masa', minChoices: 0 },
    })
    const before = [await groupsOf(store), await essence(store)]
    const done = await imported(store, file)
    assert.deepEqual([done.counts.unchanged, done.newModifierGroups], [4, []])
    assert.deepEqual([await groupsOf(store), await essence(store)], before)
  })

  test('are put and taken by their names, and gone when the import is undone', async () => {
    const store = await aPizzeria('GTQ')
    const before = [(await groupsOf(store)).length, await essence(store)]
    const file = [
      'Slug,Nombre,Precio,Extras,Opciones de los extras',
      'nueva,Nueva,20,"Masa\nBorde","Borde; 0; 2; la más cara\n; Ajo; 2,50\n; Queso; 4; 2; no"',
      'otra,Otra,20,borde,',
    ].join('\n')
    const done = await imported(store, file)
    assert.deepEqual([done.counts.new, done.newModifierGroups], [2, ['Borde']], JSON.stringify(done))
    const [first, second] = await essence(store)
    assert.deepEqual(
      first!.groups.map(({ name }: { name: string }) => name),
      ['Masa', 'Borde'],
    )
    assert.deepEqual(second!.groups, [first!.groups[1]])
    assert.deepEqual(first!.groups[1], {
      name: 'Borde', minChoices: 0, maxChoices: 2, pricing: 'highest',
      choices: [
        { name: 'Ajo', price: 2.5, maxQuantity: 1, isActive: true },
        { name: 'Queso', price: 4, maxQuantity: 2, isActive: false },
      ],
    }) // prettier-ignore
    await undo(store, done.id)
    assert.deepEqual([(await groupsOf(store)).length, await essence(store)], before)
  })

  test('are rejected with their row where they are unknown or wrong', async () => {
    const store = await aStore(service)
    const file = [
      'Nombre,Precio,Extras,Opciones de los extras',
      'A,1,Borde,',
      'B,1,Masa,"Masa; 3; 1\n; Fina"',
      'C,1,Salsas,"Salsas\n; Roja; muchos"',
      'D,1,Quesos,"Quesos\n; Fresco; 1.234"',
      'E,1,"""Sin cerrar","""Sin cerrar"',
      'F,1,,',
    ].join('\n')
    const done = await imported(store, file, { skipRefused: true })
    const messages = done.rows.map(
      ({ issues }: { issues: { message: string }[] }) => issues[0]?.message ?? null,
    )
    assert.match(messages[0]!, /«Borde» no existe/)
    assert.match(messages[1]!, /«Masa»: El máximo no puede ser menor/)
    assert.match(messages[2]!, /«Salsas», opción 1:/)
    assert.match(messages[4]!, /no existe/)
    assert.equal(messages[5], null)
    assert.deepEqual(done.counts.new, 2, JSON.stringify(messages)) // 1.234 quetzales are 1,234
    assert.deepEqual(done.newModifierGroups, ['Quesos'])
  })

  test('stop at two hundred of a store', async () => {
    const store = await aStore(service)
    const rows = Array.from({ length: 201 }, (_, n) => `P${n},1,G${n},"G${n}\n; Uno"`)
    const done = await imported(store, ['Nombre,Precio,Extras,Opciones de los extras', ...rows].join('\n'))
    assert.deepEqual([done.state, done.error!.code], ['failed', 'LIMIT_REACHED'])
    assert.deepEqual(await groupsOf(store), [])
  })
})
