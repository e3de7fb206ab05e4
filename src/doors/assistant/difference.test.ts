import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { describeDryRun, describeWrite, differenceOf } from './call-tool.ts'

suite('the difference of a rehearsal', () => {
  test('lists each changed field, also nested in lists and objects', () => {
    const before = { id: 'a', name: 'Café', tags: ['x', 'y'], size: { kg: 1 }, note: null, updatedAt: '1' }
    const after = { id: 'a', name: 'Té', tags: ['x'], size: { kg: 2 }, note: 'n', updatedAt: '2' }
    assert.deepEqual(differenceOf(before, after), [
      { field: 'name', from: 'Café', to: 'Té' },
      { field: 'tags.1', from: 'y', to: null },
      { field: 'size.kg', from: 1, to: 2 },
      { field: 'note', from: null, to: 'n' },
    ])
  })

  test('omits ids and times that were generated for the rehearsal', () => {
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

  test('between an object and null, or a scalar, is the value itself', () => {
    assert.deepEqual(differenceOf({ discount: { code: 'A' } }, { discount: null }), [
      { field: 'discount', from: { code: 'A' }, to: null },
    ])
    assert.deepEqual(differenceOf({ a: 1 }, { a: { b: 2 } }), [{ field: 'a', from: 1, to: { b: 2 } }])
  })

  test('is described in words when it is empty', () => {
    assert.match(describeDryRun([], 'update'), /tampoco cambiaría nada/)
    assert.equal(
      describeDryRun([{ field: 'name', from: 'Café', to: null }], 'delete'),
      'Ensayo: no se guardó nada.\nSe borraría:\n- name: "Café"',
    )
    assert.equal(describeWrite([], 'update'), 'Nada cambió: ya estaba así.')
  })

  test('lists thirty changes, and counts the rest', () => {
    const changes = Array.from({ length: 33 }, (_, n) => ({ field: `variants.${n}.price`, from: 1, to: 2 }))
    const lines = describeWrite(changes, 'update').split('\n')
    assert.deepEqual(
      [lines.length, lines[0], lines[1], lines.at(-1)],
      [32, 'Cambió:', '- variants.0.price: 1 → 2', '- … y 3 más'],
    )
  })
})
