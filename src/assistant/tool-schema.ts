import { plain } from '../docs/components.ts'
import { isWriting, type Tool } from './tool.ts'

export type Schema = { [keyword: string]: unknown }
type Parts = { querystring?: Schema; body?: Schema; fields: Set<string> | null }

export const propertiesOf = (schema?: Schema) => (schema?.['properties'] ?? {}) as Record<string, Schema>
const requiredOf = (schema?: Schema) => (schema?.['required'] ?? []) as string[]

/** Items of a page with more fields than these can be asked for in part. */
const MAX_SMALL = 10

/** The fields of a page's items, where there are many; otherwise null. */
export function fieldsOf(response: Schema): Set<string> | null {
  const { data, total } = propertiesOf(response)
  const names = total ? Object.keys(propertiesOf(data!['items'] as Schema)) : []
  return names.length > MAX_SMALL ? new Set(names) : null
}

/**
 * The arguments of a tool. A model reads the schemas of all tools before its first call, so they say what it needs to
 * choose arguments; bounds and formats are checked by the route, whose errors name them. A description or
 * shape in `described`, which an earlier argument has, is left out; those of this tool are added to it.
 */
export function inputOf(tool: Tool, { querystring, body, fields }: Parts, described: Set<string>): Schema {
  const query = propertiesOf(querystring)
  const given = { ...query, ...propertiesOf(body) }
  const own = ownOf(tool, fields)
  for (const name of Object.keys(own)) {
    if (name in given || name === 'id') throw new Error(`${tool.name} has two fields named ${name}`)
  }
  const required = [
    ...(tool.id ? ['id'] : []),
    ...requiredOf(body),
    // A default makes a parameter one that may be left out.
    ...requiredOf(querystring).filter((name) => query[name]!['default'] === undefined),
  ]
  return {
    type: 'object',
    properties: {
      ...(tool.id && { id: { type: 'string', description: tool.id } }),
      ...eachProperty(given, (schema) => briefly(plain(schema), described)),
      ...eachProperty(own, (schema) => briefly(schema, described)),
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

const store = { type: 'string', description: 'id o slug de la tienda; solo con una clave de varias tiendas' }
const dryRun = { type: 'boolean', description: 'true: ensaya y dice qué cambiaría, sin guardar' }

/** The arguments that the route does not have, but for `id`. */
function ownOf(tool: Tool, fields: Set<string> | null): Record<string, Schema> {
  const description = 'Solo estos campos de cada elemento, además de id; sin él, todos'
  return {
    ...(fields && { fields: { type: 'array', items: { enum: [...fields] }, description } }),
    store,
    ...(isWriting(tool) && { dryRun }),
  }
}

const MAX_CHOICES = 20
/** Characters of a shape of items from which on it is described once. */
const MIN_SHAPE = 40
const listedKeywords = [
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'anyOf',
  'default',
  'description',
]

function briefly(schema: Schema, described: Set<string>): Schema {
  const copy: Schema = {}
  for (const keyword of listedKeywords) {
    const value = schema[keyword]
    if (value === undefined || isKnown(keyword, value, described)) continue
    copy[keyword] = eachPart(value, keyword, (part) => briefly(part, described))
  }
  return copy
}

/** Omits long enumerations (currencies), an offset of 0, and what an earlier argument has described. */
function isKnown(keyword: string, value: unknown, described: Set<string>): boolean {
  if (keyword === 'enum') return (value as unknown[]).length > MAX_CHOICES
  if (keyword === 'default') return value === 0
  if (keyword !== 'description' && keyword !== 'items') return false
  const words = JSON.stringify(value)
  if (keyword === 'items' && words.length < MIN_SHAPE) return false
  if (described.has(words)) return true
  described.add(words)
  return false
}

function eachPart(value: unknown, keyword: string, change: (schema: Schema) => Schema): unknown {
  if (keyword === 'properties') return eachProperty(value as Record<string, Schema>, change)
  if (keyword === 'items') return change(value as Schema)
  return keyword === 'anyOf' ? (value as Schema[]).map(change) : value
}

const eachProperty = (properties: Record<string, Schema>, change: (schema: Schema) => Schema) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]))
