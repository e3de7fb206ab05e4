import { html, type Html } from '../../../core/http/html.ts'
import { objectsHref } from './addresses.ts'
import type { Parameter, Schema } from './document.ts'
import { inline } from './text.ts'

export function fieldsOf(schema: Schema): Html | null {
  const { properties, required = [] } = objectOf(schema) ?? {}
  if (!properties) return null
  const rows = Object.entries(properties).map(([name, field]) =>
    row(name, field, required.includes(name), field.description ?? ''),
  )
  return html`<dl class="fields">${rows}</dl>`
}

export const parameterRows = (parameters: Parameter[]): Html =>
  html`<dl class="fields">
    ${parameters.map(({ name, required, description, schema }) => row(name, schema, required, description))}
  </dl>`

function row(name: string, schema: Schema, required: boolean, description: string): Html {
  const limits = limitsOf(schema)
  return html`
    <dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${required && html` <b>obligatorio</b>`}</dt>
    <dd>
      ${description && html`<p>${inline(description)}</p>`}
      ${limits && html`<p class="limits">${limits}</p>`}
      ${fieldsOf(schema)}
    </dd>
  `
}

/** The unnamed object schema inside a nullable or list schema, to be shown inline. */
function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectOf(schema.items)
  return (schema.anyOf ?? schema.oneOf)?.map(objectOf).find(Boolean)
}

const names: Record<string, string> = {
  string: 'texto',
  integer: 'entero',
  number: 'número',
  boolean: 'booleano',
  object: 'objeto',
  array: 'lista',
  null: 'null',
}

/** Describes the type of a value; named types are links. */
export function typeOf(schema: Schema): (Html | string)[] {
  const { $ref, anyOf, oneOf, items, format, type } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1)!
    return [html`<a href="${objectsHref}#${name}">${name}</a>`]
  }
  if (schema.enum) return joined(schema.enum.map((value) => [html`<code>${String(value)}</code>`]))
  if (schema.const !== undefined) return [html`<code>${String(schema.const)}</code>`]
  const choices = anyOf ?? oneOf
  if (choices) return joined(choices.map(typeOf))
  if (items) return ['lista de ', ...typeOf(items)]
  if (format === 'date-time') return [Array.isArray(type) ? 'fecha y hora o null' : 'fecha y hora']
  if (format === 'binary') return ['archivo']
  return joined([type ?? 'object'].flat().map((name) => [names[name] ?? name]))
}

const joined = (parts: (Html | string)[][]): (Html | string)[] =>
  parts.flatMap((part, n) => (n === 0 ? part : [n === parts.length - 1 ? ' o ' : ', ', ...part]))

function limitsOf(schema: Schema) {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, pattern, minItems, maxItems } = schema
  const limits = [
    minimum !== undefined && `mínimo ${minimum}`,
    exclusiveMinimum !== undefined && `mayor que ${exclusiveMinimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `máximo ${maximum}`,
    minLength && minLength > 1 && `al menos ${minLength} caracteres`,
    maxLength !== undefined && `hasta ${maxLength} caracteres`,
    pattern !== undefined && `de la forma ${pattern}`,
    minItems && `al menos ${minItems}`,
    maxItems !== undefined && `como máximo ${maxItems}`,
    schema.default !== undefined && `por defecto ${String(schema.default)}`,
  ].filter(Boolean)
  return limits.length > 0 && `${limits.join(', ')}.`
}
