import type { RouteOptions } from 'fastify'
import { KEY_LIMIT } from '../../core/limits/rate-limit.ts'
import { plain, type Components } from '../../core/http/json-schema.ts'
import { errorExamples, requestExamples, responseExamples } from './examples.ts'
import { headersNamed } from './headers.ts'
import { addressLimit, errorResponse, errorsOf } from './operation-errors.ts'
import { tagOf } from './tags.ts'

type Schema = { [keyword: string]: unknown }

type Described = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  params?: Schema
  querystring?: Schema
  body?: Schema
  consumes?: string[]
  produces?: string
  response?: Record<string, Schema>
}

/** One route as an operation of the document. @throws when its schema lacks a part */
export function operationOf(route: RouteOptions, components: Components) {
  const schema = (route.schema ?? {}) as Described
  const tag = schema.tags?.[0] ?? tagOf(route.url)
  const { operationId, summary, description, response } = schema
  for (const [name, value] of Object.entries({ operationId, summary, description, response, tags: tag })) {
    if (!value) throw new Error(`${String(route.method)} ${route.url} has no ${name} in its schema`)
  }
  return {
    operationId,
    tags: [tag!],
    summary,
    description: describe(schema, route),
    security: securityOf(route),
    parameters: parametersOf(route, schema, components),
    ...(schema.body && { requestBody: bodyOf(schema, schema.body, components) }),
    responses: responsesOf(route, schema, components),
  }
}

function securityOf({ config }: RouteOptions) {
  if (config?.scope) return [{ apiKey: [config.scope] }]
  return config?.relay ? [{ apiKey: [] }] : []
}

function describe({ description }: Described, route: RouteOptions): string {
  const { scope, feature, accountLevel } = route.config ?? {}
  const limit = addressLimit(route)
  return [
    description,
    scope && `Permiso: \`${scope}\`.`,
    accountLevel && 'Solo con una clave de cuenta; no usa la cabecera Service-Store.',
    feature && 'Necesita un plan de pago (Pro o Lifetime).',
    scope && `Límite: ${KEY_LIMIT.max} solicitudes por minuto y clave, compartido con las demás operaciones.`,
    limit && `Límite: ${limit.max} solicitudes por dirección de red cada ${formatDuration(limit.seconds)}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function formatDuration(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hora' : `${seconds / 3600} horas`
  return seconds === 60 ? 'minuto' : `${seconds} segundos`
}

function parametersOf(route: RouteOptions, { params, querystring }: Described, components: Components) {
  const { scope, accountLevel, idempotent, ifMatch } = route.config ?? {}
  const headers = [
    ...(scope && !accountLevel ? ['Service-Store'] : []),
    ...(idempotent ? ['Idempotency-Key'] : []),
    ...(isCached(route) ? ['If-None-Match'] : []),
    ...(ifMatch ? ['If-Match'] : []),
  ]
  return [
    ...properties('path', params, components),
    ...properties('query', querystring, components),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

function properties(place: 'path' | 'query', schema: Schema | undefined, components: Components) {
  const needed = new Set(schema?.['required'] as string[] | undefined)
  return Object.entries((schema?.['properties'] ?? {}) as Record<string, Schema>).map(([name, property]) => {
    const { description: _description, ...rest } = plain(property, components)
    return {
      name,
      in: place,
      required: place === 'path' || (needed.has(name) && property['default'] === undefined),
      description: property['description'] ?? '',
      schema: rest,
    }
  })
}

function bodyOf({ operationId = '', consumes }: Described, body: Schema, components: Components) {
  const schema = plain(body, components)
  const isJson = !consumes || consumes.includes('application/json')
  const example = requestExamples[operationId]
  if (isJson && example === undefined)
    throw new Error(`${operationId} has no example in src/doors/docs/examples.json`)
  const json = { schema: consumes ? withoutFile(schema) : schema, example }
  const files = consumes?.filter((type) => type !== 'application/json') ?? []
  return {
    required: true,
    content: { ...(isJson && { 'application/json': json }), ...filesOf(files, schema) },
  }
}

function filesOf(consumes: string[], form: object) {
  const file = { type: 'string', format: 'binary' }
  return Object.fromEntries(
    consumes.map((type) => [type, { schema: type === 'multipart/form-data' ? form : file }]),
  )
}

function withoutFile(form: Schema): Schema {
  const { file: _file, ...properties } = form['properties'] as Record<string, Schema>
  return { ...form, properties }
}

function responsesOf(route: RouteOptions, described: Described, components: Components) {
  const { operationId = '', response = {} } = described
  const responses = Object.entries(response).map(([status, schema]) => [
    status,
    responseOf(route, operationId, status, schema, components),
  ])
  const errorResponses = [...errorsOf(route)]
    .filter(([status]) => !(status in response))
    .map(([status, errors]) => [status, errorResponse(status, errors, components)])
  const unchanged = { description: meanings['304'], headers: headersOf(route, '304') }
  return Object.fromEntries([
    ...responses,
    ...(isCached(route) ? [['304', unchanged]] : []),
    ...errorResponses,
  ])
}

const meanings: Record<string, string> = {
  200: 'Hecho',
  201: 'Creado',
  202: 'Aceptado',
  304: 'No cambió desde la versión de If-None-Match; sin cuerpo',
  503: 'El servicio no puede atender',
}

function responseOf(
  route: RouteOptions,
  operationId: string,
  status: string,
  response: Schema,
  components: Components,
) {
  const schema = plain(response, components)
  const hasBody = response['type'] !== 'null'
  const { produces = 'application/json' } = (route.schema ?? {}) as Described
  return {
    description: meanings[status] ?? 'Respuesta',
    headers: headersOf(route, status),
    ...(hasBody && { content: { [produces]: { schema, example: exampleOf(operationId, status) } } }),
  }
}

function exampleOf(operationId: string, status: string): unknown {
  const example = status.startsWith('2')
    ? responseExamples[operationId]
    : errorExamples[`${operationId} ${status}`]
  if (example === undefined)
    throw new Error(`${operationId} has no example of ${status} in src/doors/docs/examples.json`)
  return example
}

function headersOf(route: RouteOptions, status: string) {
  const limited = route.config?.scope || addressLimit(route)
  const repeats = route.config?.idempotent
  return headersNamed([
    'X-Request-Id',
    ...(limited ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] : []),
    ...(isCached(route) ? ['ETag'] : []),
    ...(status === '201' && route.config?.scope ? ['Location'] : []),
    ...(repeats ? ['Idempotent-Replayed'] : []),
    ...(status === '503' ? ['Retry-After'] : []),
  ])
}

/** Reads of the catalog are cached by version and carry an ETag. */
function isCached({ method, url }: RouteOptions): boolean {
  return method === 'GET' && /^\/api\/v1\/(products|categories)\b/.test(url)
}
