import type { FastifyReply, FastifyRequest } from 'fastify'
import { conditionalResponse } from '../http/body-cache.ts'
import type { App } from '../http/app.ts'
import { idempotencyKeyOf, sendStored } from '../http/idempotency.ts'
import { IdParams } from '../http/schema.ts'
import type { AnyOperation, Input } from './operation.ts'
import { perform, performCached, performOnce, toResponse } from './perform.ts'

export function restRoutes(app: App, operations: AnyOperation[]): void {
  for (const operation of operations) {
    const { method, path } = operation
    app.route({
      method,
      url: path,
      config: routeConfig(operation),
      schema: routeSchema(operation),
      validatorCompiler: () => () => true, // `perform` validates
      handler: (request, reply) => respond(operation, { app, request, reply }, inputOf(request)),
    })
  }
}

export const routeConfig = ({
  method,
  scope,
  feature,
  accountLevel,
  ifMatch,
  errors,
  maxHandlerMs,
}: AnyOperation) => ({
  scope,
  performed: true,
  ...(feature && { feature }),
  ...(accountLevel && { accountLevel }),
  ...(ifMatch && { ifMatch }),
  ...(errors && { errors }),
  ...(maxHandlerMs && { maxHandlerMs }),
  ...(method === 'POST' && { idempotent: true }),
})

export const routeSchema = ({ id, path, summary, description, query, body, response }: AnyOperation) => ({
  operationId: id,
  summary,
  description,
  ...(path.includes(':id') && { params: IdParams }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  response,
})

function inputOf({ params, query, body, headers, routeOptions }: FastifyRequest): Input {
  return {
    id: (params as { id?: string }).id,
    query: query as object,
    body,
    ifMatch: routeOptions.config.ifMatch ? headers['if-match'] : undefined,
  }
}

export async function respond(
  operation: AnyOperation,
  { app, request, reply }: { app: App; request: FastifyRequest; reply: FastifyReply },
  input: Input,
) {
  const { caller, headers } = request
  if (operation.cached) {
    const cached = await performCached(app, operation, caller, input)
    const response = conditionalResponse(cached, CATALOG, headers['if-none-match'])
    return reply.code(response.status).headers(response.headers).send(response.body)
  }
  const key = operation.method === 'POST' ? idempotencyKeyOf(headers) : null
  if (key) return sendStored(reply, await performOnce(app, operation, caller, input, key))
  return sendStored(reply, toResponse(operation, await perform(app, operation, caller, input)))
}

const CATALOG = { type: 'application/json; charset=utf-8', cacheControl: 'private, no-cache' }
