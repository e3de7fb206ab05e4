import type { ErrorObject } from 'ajv'
import { invalidAll, type ApiError, type Issue } from './errors.ts'

const MOST_ISSUES = 50

/** What Ajv found, as one 400 in Spanish, each field with one issue of a kind. `where` names a thing that is wrong as a whole (`body`, `querystring`). */
export function toValidationError(errors: ErrorObject[], where: string): ApiError {
  const issues = new Map<string, Issue>()
  for (const error of errors) {
    const issue = toIssue(error, where)
    const kind = `${issue.field} ${issue.reason}`
    if (!issues.has(kind)) issues.set(kind, issue)
  }
  return invalidAll([...issues.values()].slice(0, MOST_ISSUES) as [Issue, ...Issue[]])
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

function explain({ keyword, params, schema, parentSchema }: ErrorObject): [reason: string, message: string] {
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
        params['format'] === 'date-time' || keyword === 'instant'
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
      return ['pattern', patterns[String(params['pattern'])] ?? 'El formato no es válido']
    case 'enum':
      return ['enum', oneOf(params['allowedValues'], parentSchema?.['examples'])]
    case 'additionalProperties':
      return ['unknown_field', 'Este campo no existe']
    case 'uniqueItems':
      return ['duplicate', 'No puede haber elementos repetidos']
    case 'maxBytes':
      return ['max_length', `Debe ocupar como máximo ${String(schema)} bytes de JSON`]
    case 'text':
      return [
        'invalid',
        schema === 'one'
          ? 'Debe caber en una línea, sin caracteres de control'
          : 'No puede llevar caracteres de control',
      ]
    case 'phone':
      return ['format', 'Debe ser un teléfono válido con código de país, por ejemplo +50255551234']
    default:
      return ['invalid', 'El valor no es válido']
  }
}

const patterns: Record<string, string> = {
  '^[a-z0-9-]+$': 'Solo puede llevar minúsculas sin acentos, números y guiones',
  '^[A-Za-z0-9_-]+$': 'Solo puede llevar letras sin acentos, números y guiones',
  '^https://': 'Debe empezar con https://',
}

const MOST_NAMED = 20

function oneOf(values: unknown, examples: unknown): string {
  const named = (values as unknown[]).filter((value) => value !== null)
  if (named.length <= MOST_NAMED) return `Debe ser uno de: ${named.join(', ')}`
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
