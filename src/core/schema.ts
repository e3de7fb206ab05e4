import { Ajv, type ErrorObject, type Options } from 'ajv'
import formats from 'ajv-formats'
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { invalid, invalidAll, type ApiError, type Issue } from './errors.ts'
import { MAX_AMOUNT } from './money.ts'
import { toE164 } from './phone.ts'
import { cleanText } from './text.ts'

type TextOptions = { min?: number; max: number; pattern?: string; description?: string; examples?: string[] }

/** One line of text, trimmed and in NFC, `min` (1) to `max` characters. */
export const Line = ({ min = 1, max, ...rest }: TextOptions) =>
  Type.String({ text: 'one', minLength: min, maxLength: max, ...rest })

/** Text of several lines: newline and tab may stand in it. */
export const Lines = ({ min = 0, max, ...rest }: TextOptions) =>
  Type.String({ text: 'many', minLength: min, maxLength: max, ...rest })

/** A phone with its country code; what the handler reads is its E.164 form. */
export const Phone = (description = 'Teléfono con código de país (E.164)') =>
  Type.String({ phone: true, maxLength: 40, description, examples: ['+50255551234'] })

/** The id of another resource, in a body or a query string. */
export const Reference = (description: string) => Line({ max: 64, description })

/** An instant in a query string or a body, with `Z` or an offset; what the handler reads is its UTC form. */
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

/** A request body: what it does not name is refused. */
export const Body = <T extends TProperties>(properties: T, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description && { description }) })

/** The body of a PUT: the same fields, each optional. */
export const Changes = <T extends TProperties>(properties: T, description?: string) =>
  Type.Partial(Body(properties), { additionalProperties: false, ...(description && { description }) })

export const IdParams = Type.Object({ id: Type.String({ description: 'Identificador' }) })

/** Any JSON object of at most `maxBytes` bytes, written without spaces. */
export const FreeJson = ({ maxBytes, description }: { maxBytes: number; description: string }) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', maxBytes, description })

/** `{ data: … }` */
export const dataOf = <T extends TSchema>(schema: T) => Type.Object({ data: schema })

export const Deleted = dataOf(Type.Object({ id: Type.String(), deleted: Type.Literal(true) }))

/** Query strings and path parameters: text that is read as the number it stands for; what is not named is dropped. */
const queryAjv = make({
  coerceTypes: true,
  useDefaults: true,
  removeAdditional: 'all',
  strictNumbers: false, // strict, Ajv coerces `Infinity` and then skips its minimum and maximum
})

/** Bodies: taken as they are. */
const bodyAjv = make({})

function make(options: Options): Ajv {
  const ajv = new Ajv({
    allErrors: true,
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
    validate: clean,
  })
  ajv.addKeyword({ keyword: 'maxBytes', type: 'object', schemaType: 'number', validate: fitsIn })
  ajv.addKeyword({ keyword: 'phone', type: 'string', modifying: true, validate: normalisePhone })
  ajv.addKeyword({ keyword: 'instant', type: 'string', modifying: true, validate: normaliseInstant })
  return ajv
}

/** The check of one part of a request, with what it found as a 400 in Spanish. */
export function compileValidator(schema: unknown, part: string) {
  const validate = (part === 'body' ? bodyAjv : queryAjv).compile(schema as object)
  return (value: unknown) => {
    if (part === 'body' && value == null)
      return { error: invalid('body', 'required', 'Falta el cuerpo JSON') }
    return validate(value) ? { value } : { error: toValidationError(validate.errors ?? [], part) }
  }
}

type DataContext = { parentData: Record<string, unknown>; parentDataProperty: string | number }

function clean(lines: 'one' | 'many', text: string, _schema: unknown, context?: unknown): boolean {
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

// What is no date at all is the format's to refuse; the database knows years of four digits from 1 on.
function normaliseInstant(_schema: true, text: string, _parent: unknown, context?: unknown): boolean {
  const { parentData, parentDataProperty } = context as DataContext
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return false
  const [year, utc] = [at.getUTCFullYear(), at.toISOString()]
  parentData[parentDataProperty] = utc
  return year >= 1 && year <= 9999
}

/** Whether the value takes at most `bytes` as JSON without spaces; too deep a nesting takes more than any bound. */
function fitsIn(bytes: number, value: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(value)) <= bytes
  } catch {
    return false
  }
}

const MOST_ISSUES = 50

/** What Ajv found, as one 400 in Spanish. `where` names a thing that is wrong as a whole (`body`, `querystring`). */
function toValidationError(errors: ErrorObject[], where: string): ApiError {
  const issues = errors.slice(0, MOST_ISSUES).map((error) => toIssue(error, where))
  return invalidAll(issues as [Issue, ...Issue[]])
}

function toIssue({ keyword, instancePath, params, schema }: ErrorObject, where: string): Issue {
  const path = instancePath.split('/').slice(1).map(unescape)
  const extra = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  const field = [...path, ...(extra === undefined ? [] : [String(extra)])].join('.') || where
  const [reason, message] = explain(keyword, params, schema)
  return { field: field.slice(0, 200), reason, message }
}

const unescape = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~')

const typeNames: Record<string, string> = {
  string: 'un texto',
  number: 'un número',
  integer: 'un número entero',
  boolean: 'verdadero o falso',
  array: 'una lista',
  object: 'un objeto',
  null: 'nulo',
}

function explain(
  keyword: string,
  params: Record<string, unknown>,
  schema: unknown,
): [reason: string, message: string] {
  const limit = String(params['limit'])
  switch (keyword) {
    case 'required':
      return ['required', 'Este campo es obligatorio']
    case 'type':
      return ['type', `Debe ser ${typeList(params['type'])}`]
    case 'format':
    case 'instant':
      return [
        'format',
        schema === 'date-time' || keyword === 'instant'
          ? 'Debe ser una fecha y hora ISO 8601 con zona (Z o desfase)'
          : 'El formato no es válido',
      ]
    case 'minimum':
      return ['minimum', `Debe ser ${limit} o más`]
    case 'exclusiveMinimum':
      return ['minimum', `Debe ser mayor que ${limit}`]
    case 'maximum':
      return ['maximum', `Debe ser ${limit} o menos`]
    case 'minLength':
      return [
        'min_length',
        limit === '1' ? 'No puede estar vacío' : `Debe tener al menos ${limit} caracteres`,
      ]
    case 'maxLength':
      return ['max_length', `Debe tener como máximo ${limit} caracteres`]
    case 'minItems':
      return [
        'min_items',
        limit === '1' ? 'Debe tener al menos un elemento' : `Debe tener al menos ${limit} elementos`,
      ]
    case 'maxItems':
      return ['max_items', `Debe tener como máximo ${limit} elementos`]
    case 'pattern':
      return ['pattern', 'El formato no es válido']
    case 'enum':
      return ['enum', `Debe ser uno de: ${(params['allowedValues'] as unknown[]).map(String).join(', ')}`]
    case 'additionalProperties':
      return ['unknown_field', 'Este campo no existe']
    case 'uniqueItems':
      return ['duplicate', 'No puede haber elementos repetidos']
    case 'maxBytes':
      return ['max_length', `Debe ocupar como máximo ${String(schema)} bytes de JSON`]
    case 'phone':
      return ['format', 'Debe ser un teléfono válido con código de país, por ejemplo +50255551234']
    default:
      return ['invalid', 'El valor no es válido']
  }
}

function typeList(type: unknown): string {
  return [type]
    .flat()
    .flatMap((name) => String(name).split(','))
    .map((name) => typeNames[name] ?? name)
    .join(' o ')
}
