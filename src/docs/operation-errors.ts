import type { RouteOptions } from 'fastify'
import type { Limit } from '../core/limits/rate-limit.ts'
import type { Components } from './components.ts'
import { plain } from './components.ts'
import { knownErrors, type KnownError } from './errors.ts'

/**
 * The error codes that are specific to an operation, by operationId; the others follow from the route's configuration. A code
 * that two statuses share is written with its status.
 */
const own: Record<string, string[]> = {
  createOrder: ['402', 'NOT_FOUND', 'DUPLICATE_ORDER', 'STORE_CLOSED'],
  createReview: ['402', 'NOT_FOUND'],
  createCatalogEvent: ['402', 'FORBIDDEN', 'NOT_FOUND'],
  updateOrder: ['INVALID_STATUS_TRANSITION'],
  getStore: ['NOT_FOUND'],
  updateStore: ['NOT_FOUND', 'DUPLICATE_SLUG', 'SLUG_LIMIT_REACHED', 'CURRENCY_LOCKED'],
  createStore: ['DUPLICATE_SLUG', 'PLAN_LIMIT_REACHED'],
  createImage: ['PLAN_LIMIT_REACHED'],
  createImport: ['NOT_FOUND', 'IMPORT_IN_PROGRESS'],
  undoImport: ['IMPORT_NOT_UNDOABLE', 'IMPORT_IN_PROGRESS'],
  createProduct: ['DUPLICATE_SLUG', 'PLAN_LIMIT_REACHED'],
  updateProduct: ['DUPLICATE_SLUG', '412 CHANGED_SINCE'],
  restoreProduct: ['DUPLICATE_SLUG', 'PLAN_LIMIT_REACHED'],
  createCategory: ['DUPLICATE_SLUG', 'PLAN_LIMIT_REACHED'],
  updateCategory: ['DUPLICATE_SLUG'],
  createDiscount: ['DUPLICATE_CODE', 'PLAN_LIMIT_REACHED'],
  updateDiscount: ['DUPLICATE_CODE', 'PLAN_LIMIT_REACHED'],
  createShippingOption: ['PLAN_LIMIT_REACHED'],
  undoChange: [
    '409 CHANGED_SINCE',
    'NOT_UNDOABLE',
    'DUPLICATE_SLUG',
    'DUPLICATE_CODE',
    'SLUG_LIMIT_REACHED',
    'CURRENCY_LOCKED',
    'PLAN_LIMIT_REACHED',
  ],
  createWebhook: ['PLAN_LIMIT_REACHED'],
  replayWebhook: ['REPLAY_IN_PROGRESS'],
  getSalesReport: ['NOT_FOUND'],
  getOnboarding: ['NOT_FOUND'],
  listConnections: ['NOT_FOUND'],
  callAssistantTools: ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMIT_EXCEEDED'],
  verifyWhatsappCallback: ['FORBIDDEN'],
  receiveWhatsappCallback: [
    'UNAUTHORIZED',
    'VALIDATION_ERROR',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  receiveStripeEvent: ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
}

/** The limit of the route's rate limit hook, if it has one. */
export function addressLimit({ onRequest, preHandler }: RouteOptions): Limit | undefined {
  return [onRequest, preHandler]
    .flat()
    .flatMap((hook) => (hook && 'limit' in hook ? [hook.limit as Limit] : []))[0]
}

/** The errors that an operation can answer, each status with those of its codes that apply. */
export function errorsOf(route: RouteOptions): Map<number, KnownError[]> {
  const keys = new Set([...rules(route), ...(own[operationId(route)] ?? [])])
  const found = knownErrors.filter(
    ({ code, status }) => keys.has(code ?? String(status)) || keys.has(`${status} ${code}`),
  )
  return Map.groupBy(found, ({ status }) => status)
}

const operationId = ({ schema }: RouteOptions) =>
  (schema as { operationId?: string } | undefined)?.operationId ?? ''

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

/** The errors of one status as a response component, shared by all operations with the same errors. */
export function errorResponse(status: number, errors: KnownError[], components: Components): object {
  const name = [`Error${status}`, ...errors.flatMap(({ code }) => code ?? [])].join('.')
  components.responses[name] ??= {
    description: errors.map(({ code, cause }) => (code ? `\`${code}\`: ${cause}` : cause)).join(' '),
    headers: headersOf(status),
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

function headersOf(status: number): object {
  const names = [
    'X-Request-Id',
    ...(status === 429 ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After'] : []),
    ...(status === 503 ? ['Retry-After'] : []),
    ...(status === 405 ? ['Allow'] : []),
    ...(status === 412 ? ['ETag'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function anyOf(schemas: object[]): object {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return different.length === 1 ? different[0]! : { anyOf: different }
}
