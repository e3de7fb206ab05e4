import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { describeDryRun, describeWrite, differenceOf } from './difference.ts'

suite('the difference of a dry run', () => {
  test('names each field that changes, inside of lists and objects too', () => {
    const before = { id: 'a', name: 'Café', tags: ['x', 'y'], size: { kg: 1 }, note: null, updatedAt: '1' }
    const after = { id: 'a', name: 'Té', tags: ['x'], size: { kg: 2 }, note: 'n', updatedAt: '2' }
    assert.deepEqual(differenceOf(before, after), [
      { field: 'name', from: 'Café', to: 'Té' },
      { field: 'tags.1', from: 'y', to: null },
      { field: 'size.kg', from: 1, to: 2 },
      { field: 'note', from: null, to: 'n' },
    ])
  })

  test('leaves out the ids and times that only the dry run had', () => {
    const made = {
      id: 'x',
      name: 'Café',
      variants: [{ id: 'y', name: 'Única' }],
      createdAt: '1',
      notes: null,
    }
    assert.deepEqual(differenceOf(null, made), [
      { field: 'name', from: null, to: 'Café' },
      { field: 'variants.0.name', from: null, to: 'Única' },
    ])
  })

  test('between an object and nothing, or a value, is that', () => {
    assert.deepEqual(differenceOf({ discount: { code: 'A' } }, { discount: null }), [
      { field: 'discount', from: { code: 'A' }, to: null },
    ])
    assert.deepEqual(differenceOf({ a: 1 }, { a: { b: 2 } }), [{ field: 'a', from: 1, to: { b: 2 } }])
  })

  test('is described in words when there is none', () => {
    assert.match(describeDryRun([], 'update'), /tampoco cambiaría nada/)
    assert.equal(
      describeDryRun([{ field: 'name', from: 'Café', to: null }], 'delete'),
      'Ensayo: no se guardó nada.\nSe borraría:\n- name: "Café"',
    )
    assert.equal(describeWrite([], 'update'), 'Nada cambió: ya estaba así.')
  })

  test('says thirty changes, and how many more there are', () => {
    const changes = Array.from({ length: 33 }, (_, n) => ({ field: `variants.${n}.price`, from: 1, to: 2 }))
    const lines = describeWrite(changes, 'update').split('\n')
    assert.deepEqual(
      [lines.length, lines[0], lines[1], lines.at(-1)],
      [32, 'Cambió:', '- variants.0.price: 1 → 2', '- … y 3 más'],
    )
  })
})
