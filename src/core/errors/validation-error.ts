import type { ErrorObject } from 'ajv'
import { t, type Localized, type Wording } from '../texts/text.ts'
import { invalidAll, type ApiError, type Issue } from './errors.ts'

const MAX_ISSUES = 50

/**
 * Ajv's errors as one 400, with at most one issue of each kind per field.
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

const typeNames: Record<string, Localized> = {
  string: t('un texto'),
  number: t('un número'),
  integer: t('un número entero'),
  boolean: t('verdadero o falso'),
  array: t('una lista'),
  object: t('un objeto'),
  null: t('nulo'),
}

function explain(error: ErrorObject): [reason: string, message: Localized] {
  const [reason, message] = explanations[error.keyword] ?? ['invalid', t('El valor no es válido')]
  return [reason, typeof message === 'function' ? message(error) : message]
}

const limitOf = ({ params }: ErrorObject) => Number(params['limit'])
const atDateTime = t('Debe ser una fecha y hora ISO 8601 con zona (Z o desfase)')
const wrongFormat = t('El formato no es válido')

type Explanation = [reason: string, message: Localized | ((error: ErrorObject) => Localized)]

const explanations: Record<string, Explanation> = {
  required: ['required', t('Este campo es obligatorio')],
  type: ['type', ({ params }) => t('Debe ser {types}', { types: typeList(params['type']) })],
  format: ['format', ({ schema }) => (schema === 'date-time' ? atDateTime : wrongFormat)],
  instant: ['format', atDateTime],
  minimum: ['minimum', (error) => t('Debe ser {min} o más', { min: limitOf(error) })],
  exclusiveMinimum: ['minimum', (error) => t('Debe ser mayor que {min}', { min: limitOf(error) })],
  maximum: ['maximum', (error) => t('Debe ser {max} o menos', { max: limitOf(error) })],
  minLength: [
    'min_length',
    (error) =>
      limitOf(error) === 1
        ? t('No puede estar vacío')
        : t('Debe tener al menos {min} caracteres', { min: limitOf(error) }),
  ],
  maxLength: ['max_length', (error) => t('Debe tener como máximo {max} caracteres', { max: limitOf(error) })],
  minItems: [
    'min_items',
    (error) =>
      limitOf(error) === 1
        ? t('Debe tener al menos un elemento')
        : t('Debe tener al menos {min} elementos', { min: limitOf(error) }),
  ],
  maxItems: ['max_items', (error) => t('Debe tener como máximo {max} elementos', { max: limitOf(error) })],
  pattern: ['pattern', ({ schema }) => patterns[String(schema)] ?? wrongFormat],
  enum: ['enum', ({ params, parentSchema }) => oneOf(params['allowedValues'], parentSchema?.['examples'])],
  additionalProperties: ['unknown_field', t('Este campo no existe')],
  uniqueItems: ['duplicate', t('No puede haber elementos repetidos')],
  maxBytes: [
    'max_length',
    ({ schema }) => t('Debe ocupar como máximo {max} bytes de JSON', { max: String(schema) }),
  ],
  text: [
    'invalid',
    ({ schema }) =>
      schema === 'one'
        ? t('Debe caber en una línea, sin caracteres de control')
        : t('No puede llevar caracteres de control'),
  ],
  phone: ['format', t('Debe ser un teléfono válido con código de país, por ejemplo +50255551234')],
}

const patterns: Record<string, Localized> = {
  '^([0-9]{8}|[0-9]{12,14})$': t('Debe tener 8, 12, 13 o 14 cifras, sin espacios'),
  '^[a-z0-9-]+$': t('Solo puede llevar minúsculas sin acentos, números y guiones'),
  '^[A-Za-z0-9_-]+$': t('Solo puede llevar letras sin acentos, números y guiones'),
  '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$': t('Debe ser una hora de 00:00 a 24:00, con dos cifras: 09:00'),
  '^(@|(https?://)?(www\\.)?instagram\\.com/)?[A-Za-z0-9._]{1,30}/?$': t(
    'Debe ser un usuario de Instagram: hasta 30 letras, números, puntos y guiones bajos',
  ),
  '^https://': t('Debe empezar con https://'),
}

const MAX_NAMED = 20

function oneOf(values: unknown, examples: unknown): Localized {
  const named = (values as unknown[]).filter((value) => value !== null).map(String)
  if (named.length <= MAX_NAMED) return t('Debe ser uno de: {values}', { values: named.join(', ') })
  const [example] = Array.isArray(examples) ? examples : named
  return t('No es uno de los valores permitidos, por ejemplo {example}', { example: String(example) })
}

function typeList(type: unknown): Wording {
  return [type]
    .flat()
    .flatMap((name) => String(name).split(','))
    .map((name): Wording => typeNames[name] ?? name)
    .reduce((one, other) => t('{one} o {other}', { one, other }))
}
