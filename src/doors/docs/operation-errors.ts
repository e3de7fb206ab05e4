import type { RouteOptions } from 'fastify'
import type { Limit } from '../../core/limits/rate-limit.ts'
import { plain, type Components } from '../../core/http/json-schema.ts'
import { knownErrors } from './errors.ts'
import { headersNamed } from './headers.ts'
import type { KnownError } from './known-error.ts'

export function addressLimit({ onRequest, preHandler }: RouteOptions): Limit | undefined {
  return [onRequest, preHandler]
    .flat()
    .flatMap((hook) => (hook && 'limit' in hook ? [hook.limit as Limit] : []))[0]
}

export function errorsOf(route: RouteOptions): Map<number, KnownError[]> {
  const keys = new Set([...rules(route), ...(route.config?.errors ?? [])])
  const found = knownErrors.filter(
    ({ code, status }) => keys.has(code ?? String(status)) || keys.has(`${status} ${code}`),
  )
  return Map.groupBy(found, ({ status }) => status)
}

function rules(route: RouteOptions): string[] {
  const { scope, feature, accountLevel, idempotent } = route.config ?? {}
  const { querystring, params } = route.schema ?? {}
  const mayHaveBody = route.method !== 'GET'
  const repeats = idempotent === true
  return [
    ...(mayHaveBody || querystring ? ['VALIDATION_ERROR'] : []),
    ...(scope ? ['UNAUTHORIZED', 'FORBIDDEN'] : []),
    ...(scope && !accountLevel ? ['store_required', '402'] : []),
    ...(scope || addressLimit(route) ? ['RATE_LIMIT_EXCEEDED'] : []),
    ...(feature ? ['PLAN_REQUIRED'] : []),
    ...(params ? ['NOT_FOUND'] : []),
    ...(repeats ? ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] : []),
    ...(mayHaveBody ? ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] : []),
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ]
}

export function errorResponse(status: number, errors: KnownError[], components: Components): object {
  const name = [`Error${status}`, ...errors.flatMap(({ code }) => code ?? [])].join('.')
  components.responses[name] ??= {
    description: errors.map(({ code, cause }) => (code ? `\`${code}\`: ${cause}` : cause)).join(' '),
    headers: headersNamed(['X-Request-Id', ...(headersOf[status] ?? [])]),
    content: {
      'application/json': {
        schema: anyOf(errors.map(({ schema }) => plain(schema, components))),
        examples: Object.fromEntries(
          errors.map(({ code, cause, example }) => [
            code ?? 'payment_required',
            { summary: cause, value: example },
          ]),
        ),
      },
    },
  }
  return { $ref: `#/components/responses/${name}` }
}

const headersOf: Record<number, string[]> = {
  405: ['Allow'],
  412: ['ETag'],
  429: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After'],
  503: ['Retry-After'],
}

function anyOf(schemas: object[]): object {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return different.length === 1 ? different[0]! : { anyOf: different }
}
