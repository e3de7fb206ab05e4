import type { Issue } from '../../../core/errors/errors.ts'
import { readAmount, readCount, readPercentage, type Reading } from '../../../core/values/written-amount.ts'
import { offsetAt } from '../../../core/values/time-zone.ts'
import type { FormFields } from './form-fields.ts'

export type BodySchema = {
  type?: string | readonly string[]
  format?: string
  properties?: Record<string, BodySchema>
  items?: BodySchema
  maxItems?: number
  anyOf?: readonly BodySchema[]
  required?: readonly string[]
}

type Where = {
  currency: string
  percentages?: Record<string, number> | undefined
  timeZone: string
  /** For updates: an empty field that can't be null is an error; for creates it is omitted. */
  isChange: boolean
}

/**
 * The API's body, the form's field of each of its list rows (`variants.1` may have been `variants.4`), and the issues of numbers
 * that are not taken over, at the API's fields.
 */
type Converted = { body: Record<string, unknown>; rows: Map<string, string>; issues: Issue[] }

type Node = { values: string[]; children: Map<string, Node> }

const MAX_DEPTH = 6

/**
 * Converts form fields to the JSON of a schema by their names: `variants.0.name` is a field of a list's first item. Values of
 * the wrong type stay strings and unknown names stay, so that the API reports them.
 */
export function formToJson(schema: BodySchema, fields: FormFields, where: Where): Converted {
  const rows = new Map<string, string>()
  const issues: Issue[] = []
  const root: Node = { values: [], children: new Map() }
  for (const [name, values] of fields) {
    const path = name.split('.')
    const isPath =
      path.length <= MAX_DEPTH && path.every((segment) => segment !== '' && segment !== '__proto__')
    addValues(root, isPath ? path : [name.replaceAll('__proto__', '')], values)
  }
  const body = toObject(root, schema, { ...where, path: '', submittedPath: '', rows, issues })
  return { body, rows, issues }
}

export function submittedName(rows: Map<string, string>, field: string): string {
  const segments = field.split('.')
  for (let length = segments.length; length > 0; length--) {
    const submitted = rows.get(segments.slice(0, length).join('.'))
    if (submitted !== undefined) return [submitted, ...segments.slice(length)].join('.')
  }
  return field
}

function addValues(root: Node, path: string[], values: string[]): void {
  let node = root
  for (const segment of path) {
    let child = node.children.get(segment)
    if (!child) node.children.set(segment, (child = { values: [], children: new Map() }))
    node = child
  }
  node.values.push(...values)
}

type At = Where & { path: string; submittedPath: string; rows: Map<string, string>; issues: Issue[] }

const below = (at: At, name: string, submittedName = name): At => ({
  ...at,
  path: at.path ? `${at.path}.${name}` : name,
  submittedPath: at.submittedPath ? `${at.submittedPath}.${submittedName}` : submittedName,
})

function toObject(node: Node, schema: BodySchema, at: At): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [name, child] of node.children) {
    const property = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties![name]! : {}
    const isRequired = schema.required?.includes(name) ?? false
    const value = toValue(child, property, below(at, name), isRequired)
    if (value !== undefined) object[name] = value
  }
  return object
}

function toValue(node: Node, schema: BodySchema, at: At, isRequired: boolean): unknown {
  const { type, isNullable, ...chosen } = resolve(schema)
  if (type === 'array') return toList(node, chosen.schema, at)
  if (node.children.size > 0) return toObject(node, chosen.schema, inside(at))
  const text = node.values.at(-1) ?? ''
  if (text.trim() === '') {
    if (isNullable) return null
    return at.isChange && !isRequired && type !== 'boolean' ? text : undefined
  }
  if (type === 'boolean') return readBoolean(text)
  if (type === 'number' || type === 'integer') return toNumber(text, type, at)
  return chosen.schema.format === 'date-time' ? toInstant(text, at.timeZone) : text
}

/** Inside lists, items are sent as a whole: an empty field is left out instead of being cleared. */
const inside = (at: At): At => ({ ...at, isChange: false })

function resolve(schema: BodySchema) {
  const branches = schema.anyOf ?? [schema]
  const types = branches.flatMap(({ type }) => (type === undefined ? [] : [type].flat()))
  const type = types.find((name) => name !== 'null')
  const branch = branches.find((one) => [one.type].flat().includes(type)) ?? schema
  return { type, isNullable: types.includes('null'), schema: branch }
}

/** A list from repeated fields, or from numbered rows without the empty and removed ones. */
function toList(node: Node, schema: BodySchema, at: At): unknown[] {
  const items = schema.items ?? {}
  const rows = [...node.children].filter(([number, row]) => !isBlank(row) && isRow(number))
  rows.sort(([a], [b]) => Number(a) - Number(b))
  const list: unknown[] = node.values.filter((value) => value !== '')
  for (const [number, row] of rows) {
    const here = inside(below(at, String(list.length), number))
    here.rows.set(here.path, here.submittedPath)
    row.children.delete('_remove')
    list.push(toValue(row, items, here, true))
  }
  return list
}

const isRow = (number: string) => /^\d{1,3}$/.test(number)

function isBlank({ values, children }: Node): boolean {
  if (children.get('_remove')?.values.some((value) => value !== '' && value !== 'false')) return true
  if (children.size === 0) return values.every((value) => value.trim() === '')
  return [...children.values()].every((child) => isBlank(child) || child.values.every(isSwitch))
}

/** Checkboxes and switches don't make a row non-empty, because an empty row has them too. */
const isSwitch = (value: string) => value === 'true' || value === 'false' || value === ''

/** The value of a checkbox or switch; any other text stays, for the API to reject. */
function readBoolean(text: string): boolean | string {
  if (['true', 'on', '1'].includes(text)) return true
  return ['false', 'off', '0'].includes(text) ? false : text
}

/** A text that is no number stays, for the API to reject; one with two readings, or in another currency, is an issue. */
function toNumber(text: string, type: 'number' | 'integer', at: At): number | string {
  const reading = readNumber(text, type, at)
  if ('value' in reading) return reading.value
  if (reading.reason !== 'type') at.issues.push({ field: at.path, ...reading })
  return text
}

function readNumber(
  text: string,
  type: 'number' | 'integer',
  { path, percentages = {}, currency }: At,
): Reading {
  if (Object.hasOwn(percentages, path)) return readPercentage(text, percentages[path]!)
  return type === 'integer' ? readCount(text) : readAmount(text, currency)
}

export function toInstant(text: string, timeZone: string): string {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? []
  const utc = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(utc)) return text
  // The offset at the guess may be another than at the instant itself, where clocks change in between.
  const guess = utc - offsetAt(utc, timeZone)
  return new Date(utc - offsetAt(guess, timeZone)).toISOString()
}

export function toDateField(instant: string | null, timeZone: string): string {
  if (instant === null) return ''
  const at = Date.parse(instant)
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16)
}
