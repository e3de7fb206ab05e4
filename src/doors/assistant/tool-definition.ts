import type { ApiError, Issue } from '../../core/errors/errors.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { annotationsOf, type Tool } from './tool.ts'
import { fieldsOf, inputOf, propertiesOf, type Schema } from './tool-schema.ts'
import { tools } from './tools.ts'
import { laterTools } from './tools/later.ts'

type Responses = { 200?: Schema; 201?: Schema }

export type ToolDefinition = Tool & {
  query: Set<string>
  body: Set<string> | null
  /** The fields of the result, or of a page's items, that a caller may select; null where there is no choice. */
  fields: Set<string> | null
  validate: (query: Record<string, string>, body: object) => Issue[]
  listed: object
  /** Beyond the specified tools: only for connections with `tools=all`. */
  isLater: boolean
}

export type ToolDefinitions = Map<string, ToolDefinition>

export function toolDefinitions(): ToolDefinitions {
  const described = new Set<string>()
  const define = (isLater: boolean) => (tool: Tool) =>
    [tool.name, { ...definitionOf(tool, described), isLater }] as const
  return new Map([...tools.map(define(false)), ...laterTools.map(define(true))])
}

function definitionOf(tool: Tool, described: Set<string>): Omit<ToolDefinition, 'isLater'> {
  const { query, body, response } = tool.operation as { query?: Schema; body?: Schema; response: Responses }
  const fields = fieldsOf((response[200] ?? response[201])!)
  return {
    ...tool,
    query: new Set(Object.keys(propertiesOf(query))),
    body: body ? new Set(Object.keys(propertiesOf(body))) : null,
    fields,
    validate: validatorOf(query, body),
    listed: Object.freeze({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputOf(tool, { querystring: query, body, fields }, described),
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
