import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FormFields } from './form-fields.ts'
import { wordingIn } from '../../../core/texts/text.ts'
import { formToJson, submittedName, type BodySchema, toDateField, toInstant } from './form-to-json.ts'
const schema: BodySchema = {
  required: ['name', 'price'],
  properties: {
    name: { type: 'string' },
    slug: { type: 'string' },
    price: { type: 'number' },
    comparePrice: { type: ['number', 'null'] },
    description: { type: ['string', 'null'] },
    position: { type: 'integer' },
    isActive: { type: 'boolean' },
    startsAt: { type: ['string', 'null'], format: 'date-time' },
    events: { type: 'array', items: { type: 'string' } },
    variants: {
      type: 'array',
      items: {
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          price: { type: ['number', 'null'] },
          stock: { type: 'integer' },
          isActive: { type: 'boolean' },
          optionValues: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    hours: {
      anyOf: [
        {
          type: 'object',
          properties: { mon: { type: 'array', items: { type: 'array', items: { type: 'string' } } } },
        },
        { type: 'null' },
      ],
    },
  },
} // prettier-ignore

const where = { currency: 'GTQ', timeZone: 'America/Guatemala', isChange: false }
const fieldsOf = (entries: Record<string, string | string[]>): FormFields =>
  new Map(Object.entries(entries).map(([name, values]) => [name, [values].flat()]))
const create = (entries: Record<string, string | string[]>) => formToJson(schema, fieldsOf(entries), where)
const change = (entries: Record<string, string | string[]>) =>
  formToJson(schema, fieldsOf(entries), { ...where, isChange: true }).body

suite('a form as the JSON of the API', () => {
  test('has numbers, booleans, texts and instants where the schema has them', () => {
    assert.deepEqual(
      create({
        name: '12',
        price: '1.250,50',
        position: '3',
        isActive: ['false', 'true'],
        startsAt: '2026-11-22T10:00',
      }).body,
      { name: '12', price: 1250.5, position: 3, isActive: true, startsAt: '2026-11-22T16:00:00.000Z' },
    )
    assert.deepEqual(change({ isActive: 'false' }), { isActive: false })
    assert.deepEqual(change({ isActive: 'on' }), { isActive: true })
  })

  test('has null for cleared fields, and omits empty fields of a new resource', () => {
    assert.deepEqual(create({ name: 'A', price: '', slug: '', comparePrice: '', description: ' ' }).body, {
      name: 'A',
      comparePrice: null,
      description: null,
    })
  })

  test('keeps a cleared field that is not nullable, for the API to reject', () => {
    assert.deepEqual(change({ name: '', slug: ' ', price: '', comparePrice: '' }), {
      slug: ' ',
      comparePrice: null,
    })
  })

  test('keeps values of the wrong type and unknown names', () => {
    const odd = { price: 'mucho', isActive: 'quizá', position: '1,5', otro: 'x', 'name.otro': 'y' }
    assert.deepEqual(create(odd).body, {
      price: 'mucho',
      isActive: 'quizá',
      position: '1,5',
      otro: 'x',
      name: { otro: 'y' },
    })
  })

  test('collects rows into arrays, without empty and removed ones, with their original indexes', () => {
    const { body, rows } = create({
      'variants.0.name': 'Grande',
      'variants.0.price': '',
      'variants.1.name': '',
      'variants.1.isActive': ['false', 'true'],
      'variants.2.id': 'b',
      'variants.2.name': '',
      'variants.7.name': 'Chica',
      'variants.7.stock': '4',
      'variants.7.optionValues.0': 'S',
      'variants.3.name': 'Fuera',
      'variants.3._remove': 'true',
    })
    assert.deepEqual(body, {
      variants: [
        { name: 'Grande', price: null },
        { id: 'b' },
        { name: 'Chica', stock: 4, optionValues: ['S'] },
      ],
    })
    assert.equal(submittedName(rows, 'variants.1.name'), 'variants.2.name')
    assert.equal(submittedName(rows, 'variants.2.optionValues.0'), 'variants.7.optionValues.0')
    assert.equal(submittedName(rows, 'price'), 'price')
  })

  test('collects checkboxes of one name, also none, and nested arrays', () => {
    assert.deepEqual(
      create({ events: ['', 'a', 'b'], 'hours.mon.0.0': '09:00', 'hours.mon.0.1': '18:00' }).body,
      {
        events: ['a', 'b'],
        hours: { mon: [['09:00', '18:00']] },
      },
    )
    assert.deepEqual(create({ events: '', hours: '' }).body, { events: [], hours: null })
  })

  test('is safe from prototype pollution, and from long paths', () => {
    const { body } = create({
      '__proto__.x': '1',
      constructor: 'c',
      'toString.x': 'd',
      ['a.'.repeat(500)]: 'e',
    })
    assert.equal(({} as Record<string, unknown>)['x'], undefined)
    assert.equal(body['constructor'], 'c')
    assert.equal(Object.getPrototypeOf(body), Object.prototype)
  })
})

suite('a number', () => {
  const read = (text: string, currency: string, name = 'price') =>
    formToJson(schema, fieldsOf({ [name]: text }), { ...where, currency, percentages: { position: 100 } })

  test('is an amount of the currency, a count or a percentage, and a text that is none stays for the API to reject', () => {
    assert.equal(read('80.000', 'CLP').body['price'], 80_000)
    assert.equal(read('1.250,50', 'GTQ').body['price'], 1250.5)
    assert.equal(read('1.250', 'KWD').body['price'], 1.25)
    assert.equal(read('12.125 %', 'KWD', 'position').body['position'], 12.125)
    const { body } = formToJson(schema, fieldsOf({ 'variants.0.stock': '1.200' }), {
      ...where,
      currency: 'KWD',
    })
    assert.deepEqual(body, { variants: [{ stock: 1200 }] })
    assert.deepEqual(read('1e5', 'GTQ'), { body: { price: '1e5' }, rows: new Map(), issues: [] })
  })

  test('with two readings, or in another currency, is an issue', () => {
    const issuesOf = (...args: Parameters<typeof read>) =>
      read(...args).issues.map(({ field, message }) => [field, wordingIn(message, 'es')])
    assert.deepEqual(issuesOf('1234.500', 'GTQ'), [
      ['price', '«1234.500» puede ser 1234.5 o 1234500: escribe uno de los dos'],
    ])
    assert.deepEqual(issuesOf('US$ 5', 'GTQ'), [
      ['price', '«US$ 5» está en otra moneda (US$) y la tienda vende en GTQ'],
    ])
    const { issues } = formToJson(schema, fieldsOf({ 'variants.4.price': '1,250' }), {
      ...where,
      currency: 'KWD',
    })
    assert.deepEqual(issues.map(({ field }) => field), ['variants.0.price']) // prettier-ignore
  })
})

suite('an instant', () => {
  test('is read and shown in the time zone of the store, also where clocks change', () => {
    for (const [text, zone, utc] of [
      ['2026-11-22T10:00', 'America/Guatemala', '2026-11-22T16:00:00.000Z'],
      ['2026-11-22', 'America/Santiago', '2026-11-22T03:00:00.000Z'],
      ['2026-03-08T03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
      ['2026-11-01T12:00', 'America/New_York', '2026-11-01T17:00:00.000Z'],
    ] as const) {
      assert.equal(toInstant(text, zone), utc)
      if (text.includes('T')) assert.equal(toDateField(utc, zone), text)
    }
    assert.equal(toInstant('mañana', 'UTC'), 'mañana')
    assert.equal(toInstant('2026-99-99', 'UTC'), '2026-99-99')
  })
})
