import type { RouteOptions } from 'fastify'
import type { App } from '../core/http/app.ts'
import type { ApiError, Issue } from '../core/errors/errors.ts'
import { compileValidator } from '../core/http/schema.ts'
import { annotationsOf, type Tool } from './tool.ts'
import { fieldsOf, inputOf, propertiesOf, type Schema } from './tool-schema.ts'
import { tools } from './tools.ts'

type Parts = { querystring?: Schema; body?: Schema; response: Record<string, Schema> }

/** A tool with the route that it calls. */
export type ToolDefinition = Tool & {
  scope: string
  /** The names of the route's query parameters. */
  query: Set<string>
  /** The names of the body's fields, null when the route takes none. */
  body: Set<string> | null
  /** The fields of a page's items that a caller may select; null where there is no choice. */
  fields: Set<string> | null
  /** Validates a query string and a body by the route's schemas. */
  validate: (query: Record<string, string>, body: object) => Issue[]
  /** As clients see it. */
  listed: object
}

export type ToolDefinitions = Map<string, ToolDefinition>

/** Every tool with its schemas, derived from the routes'. @throws when a tool's route does not exist */
export function toolDefinitions({ knownRoutes }: Pick<App, 'knownRoutes'>): ToolDefinitions {
  const described = new Set<string>()
  return new Map(tools.map((tool) => [tool.name, definitionOf(tool, routeOf(tool, knownRoutes), described)]))
}

function routeOf({ method, address }: Tool, knownRoutes: App['knownRoutes']): RouteOptions {
  const route = knownRoutes.get(`/api/v1${address}`)?.find((known) => known.method === method)
  if (!route) throw new Error(`No route answers ${method} ${address}`)
  return route
}

function definitionOf(tool: Tool, route: RouteOptions, described: Set<string>): ToolDefinition {
  const { querystring, body, response } = route.schema as Parts
  const fields = fieldsOf((response['200'] ?? response['201'])!)
  return {
    ...tool,
    scope: route.config!.scope!,
    query: new Set(Object.keys(propertiesOf(querystring))),
    body: body ? new Set(Object.keys(propertiesOf(body))) : null,
    fields,
    validate: validatorOf(querystring, body),
    listed: Object.freeze({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputOf(tool, { querystring, body, fields }, described),
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
