import { Ajv, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import { invalid } from '../errors/errors.ts'
import { MAX_AMOUNT } from '../values/money.ts'
import { toE164 } from '../values/phone.ts'
import { cleanText, MAX_TEXT } from '../values/text.ts'
import { toValidationError } from '../errors/validation-error.ts'
import { t } from '../texts/text.ts'

type TextOptions = { min?: number; max: number; pattern?: string; description?: string; examples?: string[] }

export const SingleLine = ({ min = 1, max, ...rest }: TextOptions) =>
  Type.String({ text: 'one', minLength: min, maxLength: max, ...rest })

/** Text of several lines: newline and tab may stand in it. */
export const MultiLine = ({ min = 0, max, ...rest }: TextOptions) =>
  Type.String({ text: 'many', minLength: min, maxLength: max, ...rest })

export const Phone = (description = 'Teléfono con código de país (E.164)') =>
  Type.String({ phone: true, maxLength: 40, description, examples: ['+50255551234'] })

export const Reference = (description: string) => SingleLine({ max: 64, description })

/** An instant in a query string or a body, with `Z` or an offset; the handler gets it in UTC. */
export const Instant = (description: string) =>
  Type.String({ format: 'date-time', instant: true, maxLength: 40, description })

export const Price = (description: string) => Type.Number({ minimum: 0, maximum: MAX_AMOUNT, description })

export const Nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...(type ? { type: [type, 'null'] } : {}),
    ...(values ? { enum: [...values, null] } : {}),
  })
}

/** A request body; unknown fields are rejected. */
export const Body = <T extends TProperties>(properties: T, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description && { description }) })

export const PartialBody = <T extends TProperties>(properties: T, description?: string) =>
  Type.Partial(Body(properties), { additionalProperties: false, ...(description && { description }) })

export const IdParams = Type.Object({ id: Type.String({ description: 'Identificador' }) })

export const JsonObject = ({ maxBytes, description }: { maxBytes: number; description: string }) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', maxBytes, description })

export const dataOf = <T extends TSchema>(schema: T) => Type.Object({ data: schema })

export const Deleted = dataOf(Type.Object({ id: Type.String(), deleted: Type.Literal(true) }))

/** Query strings and path parameters: numbers are coerced, unknown names dropped. */
const queryAjv = createAjv({
  coerceTypes: true,
  useDefaults: true,
  removeAdditional: 'all',
  strictNumbers: false, // strict, Ajv coerces `Infinity` and then skips its minimum and maximum
})

/** Bodies: no coercion, no defaults. */
const bodyAjv = createAjv({})

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true, // error messages read the schema
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    ...options,
  })
  ;(formats as unknown as (ajv: Ajv) => void)(ajv)
  ajv.addVocabulary(['example'])
  ajv.addKeyword({
    keyword: 'text',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    errors: true,
    validate: validateText,
  })
  ajv.addKeyword({ keyword: 'maxBytes', type: 'object', schemaType: 'number', validate: isWithinBytes })
  ajv.addKeyword({ keyword: 'phone', type: 'string', modifying: true, validate: normalisePhone })
  ajv.addKeyword({ keyword: 'instant', type: 'string', modifying: true, validate: normaliseInstant })
  return ajv
}

type ValidatedPart = { schema: unknown; httpPart?: string }

/** Fastify's option; without it Fastify would load its own Ajv, whose types it requires too. */
export const compilersFactory: object = {
  buildValidator:
    () =>
    ({ schema, httpPart = 'body' }: ValidatedPart) =>
      compileValidator(schema, httpPart),
  buildSerializer: () => () => JSON.stringify,
}

/** The validator of one part of a request, compiled on first use; errors become a 400 in Spanish. */
export function compileValidator(schema: unknown, part: string) {
  let compiled: ValidateFunction | undefined
  const compile = () => (part === 'body' ? bodyAjv : queryAjv).compile(schema as object)
  const numbers = part === 'querystring' ? numbersIn(schema as TSchema) : []
  const lists = part === 'body' ? listsIn(schema as TSchema) : []
  return (value: unknown) => {
    for (const { name, digits } of numbers) rejectLooseNumber(value as Record<string, unknown>, name, digits)
    if (part === 'body' && value == null)
      return { error: invalid('body', 'required', t('Falta el cuerpo JSON')) }
    for (const { name, max } of lists) truncateList((value as Record<string, unknown>)[name], max)
    const validate = (compiled ??= compile())
    return validate(value) ? { value } : { error: toValidationError(validate.errors ?? [], part) }
  }
}

const numbersIn = ({ properties = {} }: { properties?: Record<string, { type?: unknown }> }) =>
  Object.entries(properties).flatMap(([name, { type }]) => {
    if (type === 'integer') return [{ name, digits: /^-?\d+$/ }]
    return type === 'number' ? [{ name, digits: /^-?\d+(\.\d+)?$/ }] : []
  })

/** Ajv would coerce `0x10`, `1e1` and a space to numbers; an array in their place fails validation. */
function rejectLooseNumber(query: Record<string, unknown>, name: string, digits: RegExp): void {
  const text = query[name]
  if (typeof text === 'string' && !digits.test(text)) query[name] = []
}

const listsIn = ({ properties = {} }: { properties?: Record<string, { maxItems?: number }> }) =>
  Object.entries(properties).flatMap(([name, { maxItems: max }]) =>
    max === undefined ? [] : [{ name, max }],
  )

/** Truncates an oversized list to one item over its maximum: it still fails, without half a million items being validated. */
function truncateList(list: unknown, max: number): void {
  if (Array.isArray(list) && list.length > max) list.length = max + 1
}

type DataContext = { parentData: Record<string, unknown>; parentDataProperty: string | number }

function validateText(lines: 'one' | 'many', text: string, _schema: unknown, context?: unknown): boolean {
  if (text.length > MAX_TEXT) return true // `maxLength` rejects it
  const { parentData, parentDataProperty } = context as DataContext
  const cleaned = cleanText(text, lines)
  if (cleaned !== null) parentData[parentDataProperty] = cleaned
  return cleaned !== null
}

function normalisePhone(_schema: true, text: string, _parent: unknown, context?: unknown): boolean {
  const { parentData, parentDataProperty } = context as DataContext
  const phone = toE164(text)
  if (phone) parentData[parentDataProperty] = phone
  return phone !== null
}

// Invalid dates are rejected by `format`; PostgreSQL takes years from 1 to 9999.
function normaliseInstant(_schema: true, text: string, _parent: unknown, context?: unknown): boolean {
  const { parentData, parentDataProperty } = context as DataContext
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return false
  const [year, utc] = [at.getUTCFullYear(), at.toISOString()]
  parentData[parentDataProperty] = utc
  return year >= 1 && year <= 9999
}

/** Whether the value takes at most `bytes` as JSON without spaces; false for too deep a nesting. */
function isWithinBytes(bytes: number, value: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(value)) <= bytes
  } catch {
    return false
  }
}
