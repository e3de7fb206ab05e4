import type { openapiOf } from '../openapi.ts'

export type Document = ReturnType<typeof openapiOf>

export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  default?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
}

export type Parameter = {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: Schema
}

type Content = Record<string, { schema: Schema; example?: unknown }>
export type Reply = { $ref?: string; description: string; content?: Content }

export type Operation = {
  operationId: string
  tags?: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Reply>
}

export type LocatedOperation = { method: string; path: string; operation: Operation }

export function operationsOf(document: Document, tag: string | null): LocatedOperation[] {
  const all = Object.entries(tag === null ? document.webhooks : document.paths)
  return all
    .flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ operation }) => tag === null || operation.tags?.[0] === tag)
}

/** Resolves a reference such as `#/components/responses/Error401`. */
export function resolve<T extends { $ref?: string }>(document: Document, part: T): T {
  if (!part.$ref) return part
  const [, , kind, ...name] = part.$ref.split('/')
  const components = document.components as unknown as Record<string, Record<string, T>>
  return components[kind!]![name.join('/')]!
}
