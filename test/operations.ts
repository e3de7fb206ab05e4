import type { App } from '../src/core/http/app.ts'
import { openapiOf } from '../src/doors/docs/openapi.ts'

export type Parameter = { name: string; in: string; schema: { [keyword: string]: unknown } }

export type Operation = {
  method: string
  /** With its parameters in braces. */
  path: string
  operationId: string
  description: string
  /** The scope of its key; undefined where there is no key. */
  scope: string | undefined
  /** Of path and query. */
  parameters: Parameter[]
  /** A body that the schema takes; undefined where there is none. */
  example: Record<string, unknown> | undefined
  /** The errors that it documents, `404.NOT_FOUND`. */
  responses: string[]
}

type Described = {
  operationId: string
  description: string
  security: { apiKey: string[] }[]
  parameters: Parameter[]
  requestBody?: { content: { 'application/json'?: { example: Record<string, unknown> } } }
  responses: Record<string, { $ref?: string }>
}

/** Every operation of the API, as its document describes it. */
export function operationsOf(app: App): Operation[] {
  return Object.entries(openapiOf(app).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => toOperation(method, path, described as Described)),
  )
}

function toOperation(method: string, path: string, described: Described): Operation {
  const { operationId, description, security, parameters, requestBody, responses } = described
  return {
    method: method.toUpperCase(),
    path,
    operationId,
    description,
    scope: security[0]?.apiKey[0],
    parameters: parameters.filter(({ name }) => name !== undefined),
    example: requestBody?.content['application/json']?.example,
    responses: Object.entries(responses).map(([status, { $ref }]) => $ref?.split('/').at(-1) ?? status),
  }
}
