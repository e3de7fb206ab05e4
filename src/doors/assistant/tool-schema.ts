import { plain } from '../../core/http/json-schema.ts'
import { isWriting, type Tool } from './tool.ts'

export type Schema = { [keyword: string]: unknown }
type Parts = { querystring?: Schema; body?: Schema; fields: Set<string> | null }

export const propertiesOf = (schema?: Schema) => (schema?.['properties'] ?? {}) as Record<string, Schema>
const requiredOf = (schema?: Schema) => (schema?.['required'] ?? []) as string[]

/** Where a result has more fields than this, the caller may select some: a deleted resource has two. */
const MAX_SMALL = 2
/** The names of so many fields of a list's items are listed; those of others are in errors. */
const MANY = 11

/** The fields of a result, or of a page's items; null where there are few. */
export function fieldsOf(response: Schema): Set<string> | null {
  const { data, total } = propertiesOf(response)
  const names = Object.keys(propertiesOf(total ? (data!['items'] as Schema) : data))
  return names.length > MAX_SMALL ? new Set(names) : null
}

/**
 * The arguments of a tool. A model reads the schemas of all tools before its first call, so they say what it needs to
 * choose arguments; bounds and formats are checked by the route, whose errors name them. Descriptions and the schemas
 * of items and objects that an earlier argument has are left out, but for the type: `described` collects them over all tools.
 */
export function inputOf(tool: Tool, { querystring, body, fields }: Parts, described: Set<string>): Schema {
  const query = propertiesOf(querystring)
  const written = Object.entries(propertiesOf(body)).filter(([, schema]) => !schema['readOnly'])
  const given = { ...query, ...Object.fromEntries(written) }
  const toolArguments = toolArgumentsOf(tool, fields, 'dryRun' in given)
  for (const name of Object.keys(toolArguments)) {
    if (name in given || name === 'id') throw new Error(`${tool.name} has two fields named ${name}`)
  }
  const required = [
    ...(tool.id ? ['id'] : []),
    ...requiredOf(body),
    // The schema also requires parameters with a default; a caller may leave those out.
    ...requiredOf(querystring).filter((name) => query[name]!['default'] === undefined),
  ]
  return {
    type: 'object',
    properties: {
      ...(tool.id && { id: { type: 'string', description: tool.id } }),
      ...eachProperty(given, (schema) => shortened(plain(schema), described)),
      ...eachProperty(toolArguments, (schema) => shortened(schema, described)),
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

const store = { type: 'string', description: 'id o slug de la tienda; solo con una clave de varias tiendas' }
const dryRun = { type: 'boolean', description: 'true: ensaya y dice qué cambiaría, sin guardar' }

function toolArgumentsOf(
  tool: Tool,
  fields: Set<string> | null,
  hasOwnDryRun: boolean,
): Record<string, Schema> {
  const description =
    'Solo estos campos del resultado (de cada elemento, si es una lista), además de id; sin él, todos'
  const isLongList = fields !== null && fields.size >= MANY && tool.name.startsWith('list_')
  const items = { type: 'string', ...(isLongList && { enum: [...fields] }) }
  return {
    ...(fields && { fields: { type: 'array', items, description } }),
    store,
    ...(isWriting(tool) && !hasOwnDryRun && { dryRun }),
  }
}

const MAX_CHOICES = 20
/** Schemas of items and objects of at least this length, in characters of JSON, are described once. */
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

function shortened(schema: Schema, described: Set<string>): Schema {
  const copy: Schema = {}
  for (const keyword of listedKeywords) {
    const value = schema[keyword]
    if (value === undefined) continue
    if (!isKnown(keyword, value, described)) {
      copy[keyword] = eachPart(value, keyword, (part) => shortened(part, described))
    } else if (keyword === 'items') copy[keyword] = typeOnly(value as Schema)
  }
  return copy
}

/** The type of a list's items: clients refuse a whole server for one list without it. */
const typeOnly = ({ type, items }: Schema): Schema =>
  items === undefined ? { type } : { type, items: typeOnly(items as Schema) }

/** Omits long enumerations (currencies), an offset of 0, and what an earlier argument has described. */
function isKnown(keyword: string, value: unknown, described: Set<string>): boolean {
  if (keyword === 'enum') return (value as unknown[]).length > MAX_CHOICES
  if (keyword === 'default') return value === 0
  if (!['description', 'items', 'properties'].includes(keyword)) return false
  const words = JSON.stringify(value)
  if (keyword !== 'description' && words.length < MIN_SHAPE) return false
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
