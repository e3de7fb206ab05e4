import { readFile, writeFile } from 'node:fs/promises'

type Schema = { [keyword: string]: unknown }
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }
type Content = {
  content?: { 'application/json'?: { schema: Schema }; 'multipart/form-data'?: { schema: Schema } }
}
type Operation = {
  operationId: string
  summary: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: Content
  responses: Record<string, Content>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { content?: { 'application/json': { examples: Examples } } }>
  }
}

function generate({ paths, webhooks, components }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return [
    '// Generated from openapi.json by scripts/sdk.ts; not to be edited by hand.\n',
    ...Object.entries(components.schemas).map(
      ([name, schema]) => `${comment(schema['description'])}export type ${name} = ${typeOf(schema)}\n`,
    ),
    `export type ErrorCode =\n${codes(components.responses).join('\n')}\n`,
    `export type WebhookMessage =\n${Object.values(webhooks)
      .map(({ post }) => `  | ${bodyOf(post, '  ')}`)
      .join('\n')}\n`,
    `export type Operations = {\n${operations.map(({ operation }) => operationType(operation)).join('\n')}\n}\n`,
    `export const operations = {\n${operations.map(operationValue).join('\n')}\n} as const\n`,
  ].join('\n')
}

type Examples = Record<string, { value: { code?: string } }>

function codes(responses: Document['components']['responses']): string[] {
  const examples = Object.values(responses).flatMap(({ content }) =>
    Object.values(content?.['application/json'].examples ?? {}),
  )
  const named = examples.flatMap(({ value: { code } }) => code ?? [])
  return [...new Set(named)].toSorted().map((code) => `  | '${code}'`)
}

function operationType(operation: Operation): string {
  const parameters = operation.parameters.filter(
    (part): part is Parameter => 'in' in part && part.in !== 'header',
  )
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  const answer = success?.[1].content && Object.values(success[1].content)[0]
  return [
    `  /** ${operation.summary} */`,
    `  ${operation.operationId}: {`,
    `    params: ${objectOf(parameters.map(toProperty), '    ')}`,
    `    body: ${operation.requestBody ? bodyOf(operation, '    ') : 'undefined'}`,
    `    answer: ${answer ? typeOf(answer.schema, '    ') : 'undefined'}`,
    '  }',
  ].join('\n')
}

function operationValue({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  return `  ${operation.operationId}: { method: '${method}', path: '${path}' },`
}

function bodyOf({ requestBody }: Operation, indent: string) {
  const content = requestBody!.content!
  return typeOf((content['multipart/form-data'] ?? content['application/json'])!.schema, indent)
}

type Property = { name: string; required: boolean; description: unknown; schema: Schema }

const toProperty = ({ name, required, description, schema }: Parameter): Property => {
  return { name, required, description, schema }
}

function typeOf(schema: Schema, indent = ''): string {
  const { $ref, const: value, enum: choices, anyOf } = schema as { [keyword: string]: never }
  if (schema['format'] === 'binary') return 'Blob'
  if ($ref) return String($ref).split('/').at(-1)!
  if ('const' in schema) return literal(value)
  if (choices) return (choices as unknown[]).map(literal).join(' | ')
  if (anyOf) return (anyOf as Schema[]).map((part) => typeOf(part, indent)).join(' | ')
  const names = [schema['type']].flat().map((type) => typeNamed(String(type), schema, indent))
  return names.join(' | ')
}

function typeNamed(type: string, schema: Schema, indent: string): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return `Array<${typeOf(schema['items'] as Schema, indent)}>`
  if (type === 'object') return objectType(schema, indent)
  return ['string', 'boolean', 'null'].includes(type) ? type : 'unknown'
}

function objectType(schema: Schema, indent: string): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const known = new Set(schema['required'] as string[] | undefined)
  if (properties.length === 0) return 'Record<string, unknown>'
  return objectOf(
    properties.map(([name, property]) => {
      return { name, required: known.has(name), description: property['description'], schema: property }
    }),
    indent,
  )
}

function objectOf(properties: Property[], indent: string): string {
  if (properties.length === 0) return '{}'
  const lines = properties.map(({ name, required, description, schema }) => {
    const inner = `${indent}  `
    const quoted = /^\w+$/.test(name) ? name : literal(name)
    return `${comment(description, inner)}${inner}${quoted}${required ? '' : '?'}: ${typeOf(schema, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`
    : JSON.stringify(value)
}

const comment = (text: unknown, indent = '') =>
  text ? `${indent}/** ${(text as string).replaceAll('\n', ' ').replaceAll('*/', '* /')} */\n` : ''

const [source, target] = ['../openapi.json', '../sdk/types.ts'].map((path) => new URL(path, import.meta.url))
const document = JSON.parse(await readFile(source!, 'utf8')) as Document
const types = generate(document)
if (!process.argv.includes('--check')) await writeFile(target!, types)
else if ((await readFile(target!, 'utf8').catch(() => '')) !== types) {
  console.error(
    'sdk/types.ts is not what openapi.json describes: run `npm run openapi` and look at the difference',
  )
  process.exitCode = 1
}
