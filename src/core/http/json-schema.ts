type Json = { [keyword: string]: unknown }

/** The document's components, named by the `title` of their schema. */
export type Components = { schemas: Record<string, Json>; responses: Record<string, Json> }

/** A pattern that the phones of `core/values/phone.ts` match, for validation in clients. */
const WRITTEN_PHONE = String.raw`^\s*\+[\d\s().-]{6,30}$`

/**
 * A route's schema as standard JSON Schema, without our own keywords. Schemas with a title become components, or stay
 * inline where `components` is not given.
 */
export function plain(schema: object, components?: Components): Json {
  const { phone, title, ...rest } = schema as Json
  const copy: Json = {}
  for (const [keyword, value] of Object.entries(rest)) {
    if (standard.has(keyword)) copy[keyword] = plainPart(keyword, value, components)
  }
  if (phone) copy['pattern'] = WRITTEN_PHONE
  return typeof title === 'string' && components ? component(title, copy, components) : copy
}

const standard = new Set([
  'type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'allOf', 'oneOf', 'const', 'enum', 'minimum',
  'maximum', 'exclusiveMinimum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems',
  'uniqueItems', 'minProperties', 'default', 'description', 'examples',
]) // prettier-ignore

const verbatim = new Set(['enum', 'const', 'default', 'examples', 'required', 'type'])

function plainPart(keyword: string, value: unknown, components?: Components): unknown {
  if (verbatim.has(keyword) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part: object) => plain(part, components))
  if (keyword !== 'properties') return plain(value, components)
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, plain(property as object, components)]),
  )
}

/** A `$ref` to the component of that name; a variation of it (nullable, say) is inlined. */
function component(title: string, schema: Json, { schemas }: Components): Json {
  const known = (schemas[title] ??= schema)
  return JSON.stringify(known) === JSON.stringify(schema) ? { $ref: `#/components/schemas/${title}` } : schema
}
