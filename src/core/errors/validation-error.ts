import type { ErrorObject } from 'ajv'
import { invalidAll, type ApiError, type Issue } from './errors.ts'

const MAX_ISSUES = 50

/**
 * Ajv's errors as one 400 in Spanish, with at most one issue of each kind per field.
 * @param where the field name of an issue about the part as a whole (`body`, `querystring`)
 */
export function toValidationError(errors: ErrorObject[], where: string): ApiError {
  const issues = new Map<string, Issue>()
  for (const error of errors) {
    const issue = toIssue(error, where)
    const kind = `${issue.field} ${issue.reason}`
    if (!issues.has(kind)) issues.set(kind, issue)
  }
  return invalidAll([...issues.values()].slice(0, MAX_ISSUES) as [Issue, ...Issue[]])
}

function toIssue(error: ErrorObject, where: string): Issue {
  const { instancePath, params } = error
  const path = instancePath.split('/').slice(1).map(unescape)
  const extra = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  const field = [...path, ...(extra === undefined ? [] : [String(extra)])].join('.') || where
  const [reason, message] = explain(error)
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

function explain(error: ErrorObject): [reason: string, message: string] {
  const [reason, message] = explanations[error.keyword] ?? ['invalid', 'El valor no es válido']
  return [reason, typeof message === 'string' ? message : message(error)]
}

const limitOf = ({ params }: ErrorObject) => Number(params['limit'])
const atDateTime = 'Debe ser una fecha y hora ISO 8601 con zona (Z o desfase)'

type Explanation = [reason: string, message: string | ((error: ErrorObject) => string)]

const explanations: Record<string, Explanation> = {
  required: ['required', 'Este campo es obligatorio'],
  type: ['type', ({ params }) => `Debe ser ${typeList(params['type'])}`],
  format: ['format', ({ schema }) => (schema === 'date-time' ? atDateTime : 'El formato no es válido')],
  instant: ['format', atDateTime],
  minimum: ['minimum', (error) => `Debe ser ${limitOf(error)} o más`],
  exclusiveMinimum: ['minimum', (error) => `Debe ser mayor que ${limitOf(error)}`],
  maximum: ['maximum', (error) => `Debe ser ${limitOf(error)} o menos`],
  minLength: [
    'min_length',
    (error) => (limitOf(error) === 1 ? 'No puede estar vacío' : atLeast(error, 'caracteres')),
  ],
  maxLength: ['max_length', (error) => `Debe tener como máximo ${limitOf(error)} caracteres`],
  minItems: [
    'min_items',
    (error) => (limitOf(error) === 1 ? 'Debe tener al menos un elemento' : atLeast(error, 'elementos')),
  ],
  maxItems: ['max_items', (error) => `Debe tener como máximo ${limitOf(error)} elementos`],
  pattern: ['pattern', ({ schema }) => patterns[String(schema)] ?? 'El formato no es válido'],
  enum: ['enum', ({ params, parentSchema }) => oneOf(params['allowedValues'], parentSchema?.['examples'])],
  additionalProperties: ['unknown_field', 'Este campo no existe'],
  uniqueItems: ['duplicate', 'No puede haber elementos repetidos'],
  maxBytes: ['max_length', ({ schema }) => `Debe ocupar como máximo ${String(schema)} bytes de JSON`],
  text: [
    'invalid',
    ({ schema }) =>
      schema === 'one'
        ? 'Debe caber en una línea, sin caracteres de control'
        : 'No puede llevar caracteres de control',
  ],
  phone: ['format', 'Debe ser un teléfono válido con código de país, por ejemplo +50255551234'],
}

const atLeast = (error: ErrorObject, what: string) => `Debe tener al menos ${limitOf(error)} ${what}`

const patterns: Record<string, string> = {
  '^([0-9]{8}|[0-9]{12,14})$': 'Debe tener 8, 12, 13 o 14 cifras, sin espacios',
  '^[a-z0-9-]+$': 'Solo puede llevar minúsculas sin acentos, números y guiones',
  '^[A-Za-z0-9_-]+$': 'Solo puede llevar letras sin acentos, números y guiones',
  '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$': 'Debe ser una hora de 00:00 a 24:00, con dos cifras: 09:00',
  '^(@|(https?://)?(www\\.)?instagram\\.com/)?[A-Za-z0-9._]{1,30}/?$':
    'Debe ser un usuario de Instagram: hasta 30 letras, números, puntos y guiones bajos',
  '^https://': 'Debe empezar con https://',
}

const MAX_NAMED = 20

function oneOf(values: unknown, examples: unknown): string {
  const named = (values as unknown[]).filter((value) => value !== null).map(String)
  if (named.length <= MAX_NAMED) return `Debe ser uno de: ${named.join(', ')}`
  const [example] = Array.isArray(examples) ? examples : named
  return `No es uno de los valores permitidos, por ejemplo ${String(example)}`
}

function typeList(type: unknown): string {
  return [type]
    .flat()
    .flatMap((name) => String(name).split(','))
    .map((name) => typeNames[name] ?? name)
    .join(' o ')
}
