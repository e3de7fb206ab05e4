import type { RouteOptions } from 'fastify'
import type { App } from '../core/http/app.ts'
import type { ApiError, Issue } from '../core/errors/errors.ts'
import { compileValidator } from '../core/http/schema.ts'
import { plain } from '../docs/components.ts'
import { annotationsOf, isWriting, type Tool } from './tool.ts'
import { tools } from './tools.ts'

type Schema = { [keyword: string]: unknown }
type Parts = { querystring?: Schema; body?: Schema; response: Record<string, Schema> }

/** A tool with the route that it calls. */
export type ToolDefinition = Tool & {
  scope: string
  /** The names of the route's query parameters. */
  query: Set<string>
  /** The names of the body's fields, null when the route takes none. */
  body: Set<string> | null
  /** What the route's schemas find wrong with a query string and a body. */
  validate: (query: Record<string, string>, body: object) => Issue[]
  /** As clients see it. */
  listed: object
}

export type ToolDefinitions = Map<string, ToolDefinition>

/** Every tool with its schemas, made once from the schemas of the routes. @throws when an address is not there */
export function toolDefinitions({ knownRoutes }: Pick<App, 'knownRoutes'>): ToolDefinitions {
  return new Map(tools.map((tool) => [tool.name, definitionOf(tool, routeOf(tool, knownRoutes))]))
}

function routeOf({ method, address }: Tool, knownRoutes: App['knownRoutes']): RouteOptions {
  const route = knownRoutes.get(`/api/v1${address}`)?.find((known) => known.method === method)
  if (!route) throw new Error(`No route answers ${method} ${address}`)
  return route
}

function definitionOf(tool: Tool, route: RouteOptions): ToolDefinition {
  const { querystring, body, response } = route.schema as Parts
  return {
    ...tool,
    scope: route.config!.scope!,
    query: new Set(Object.keys(propertiesOf(querystring))),
    body: body ? new Set(Object.keys(propertiesOf(body))) : null,
    validate: validatorOf(querystring, body),
    listed: Object.freeze({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputOf(tool, querystring, body),
      outputSchema: outputOf(tool, (response['200'] ?? response['201'])!),
      annotations: annotationsOf(tool),
    }),
  }
}

function validatorOf(querystring?: Schema, body?: Schema): ToolDefinition['validate'] {
  const issuesOf = (schema: Schema | undefined, part: 'querystring' | 'body', value: object): Issue[] => {
    const result = schema && compileValidator(schema, part)(value)
    return result && 'error' in result ? ((result.error as ApiError).body.details!['issues'] as Issue[]) : []
  }
  return (query, fields) => [
    ...issuesOf(querystring, 'querystring', query),
    ...issuesOf(body, 'body', fields),
  ]
}

const propertiesOf = (schema?: Schema) => (schema?.['properties'] ?? {}) as Record<string, Schema>
const requiredOf = (schema?: Schema) => (schema?.['required'] ?? []) as string[]

const store = {
  type: 'string',
  description:
    'Tienda en la que actuar (su id o su slug). Solo hace falta con una clave de cuenta que alcanza varias.',
}
const dryRun = {
  type: 'boolean',
  description: 'true: ensaya la llamada entera y dice qué cambiaría, sin guardar nada.',
}

/** A default makes a parameter one that may be left out. */
function inputOf(tool: Tool, querystring?: Schema, body?: Schema) {
  const query = propertiesOf(querystring)
  const given = { ...query, ...propertiesOf(body) }
  const own = {
    ...(tool.id && { id: { type: 'string', description: tool.id } }),
    store,
    ...(isWriting(tool) && { dryRun }),
  }
  for (const name of Object.keys(own)) {
    if (name in given) throw new Error(`${tool.name} has a field named ${name}`)
  }
  return {
    type: 'object',
    properties: { ...(tool.id && { id: own.id }), ...inlined(given), ...own },
    required: [
      ...(tool.id ? ['id'] : []),
      ...requiredOf(body),
      ...requiredOf(querystring).filter((name) => query[name]!['default'] === undefined),
    ],
    additionalProperties: false,
  }
}

function outputOf(tool: Tool, response: Schema) {
  const schema = plain(response)
  if (!isWriting(tool)) return schema
  return { ...schema, properties: { ...propertiesOf(schema), dryRun: rehearsal } }
}

const rehearsal = {
  type: 'object',
  description: 'Solo en un ensayo (dryRun): nada se guardó, y esto cambiaría',
  properties: {
    stored: { type: 'boolean', const: false },
    changes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, from: {}, to: {} },
        required: ['field', 'from', 'to'],
      },
    },
  },
  required: ['stored', 'changes'],
}

const inlined = (properties: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema)]))
