import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { RouteOptions } from 'fastify'
import type { App } from '../src/core/http/app.ts'
import { knownErrors } from '../src/doors/docs/errors.ts'
import { errorsOf } from '../src/doors/docs/operation-errors.ts'

type Schema = { [keyword: string]: unknown }
type Route = {
  name: string
  method: string
  url: RegExp
  params: number
  responses: Record<string, Schema>
  options: RouteOptions
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(formats as unknown as (ajv: Ajv2020) => void)(ajv)

/** Schemas are compiled when they are first needed: all of them take half a second, and a test needs few. */
const compiled = new WeakMap<object, ValidateFunction>()

/** Checks a response against what its route documents; throws a readable sentence when it differs. */
export function answerCheck(app: App) {
  const routes = [...app.knownRoutes]
    .flatMap(([, known]) =>
      known
        .filter(({ schema }) => schema)
        .flatMap((route) => [route.method].flat().map((method) => toRoute(method, route))),
    )
    .toSorted((a, b) => a.params - b.params)

  return function check(method: string, path: string, status: number, body: unknown) {
    const address = path.split('?')[0]!
    if (!address.startsWith('/api/')) return
    const route = routes.find((known) => known.method === method && known.url.test(address))
    const documented = route?.responses[status]
    if (documented) return assertValid(documented, body, `${route.name} answered ${status}`)
    if (status < 400) throw new Error(`${method} ${path} answered ${status}, which it does not document`)
    checkError(`${method} ${path}`, status, body)
    // Another method's path may have a literal where this route has a parameter.
    if (route && status !== 405 && status !== 431) requireDocumented(route, status, body)
  }
}

function toRoute(method: string, options: RouteOptions): Route {
  const { url, schema } = options
  return {
    name: `${method} ${url}`,
    method,
    url: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]*')}$`),
    params: url.split(':').length,
    responses: (schema?.response ?? {}) as Record<string, Schema>,
    options,
  }
}

/** Checks an error against the one envelope of all of them, and its code against those that are known. */
function checkError(request: string, status: number, body: unknown) {
  const code = (body as { code?: string } | undefined)?.code ?? null
  const known = knownErrors.find((error) => error.status === status && error.code === code)
  if (!known)
    throw new Error(`${request} answered ${status} with the unknown code ${code}: ${JSON.stringify(body)}`)
  assertValid(known.schema, body, `${request} answered ${status} ${code}`)
}

function requireDocumented({ name, options }: Route, status: number, body: unknown) {
  const code = (body as { code?: string }).code ?? null
  const refusal = `${status} ${code}`
  const documented = [...errorsOf(options).values()].flat()
  if (documented.some((one) => one.status === status && one.code === code)) return
  throw new Error(
    `${name} answered ${refusal}, which the document does not list: name it in the errors of the operation`,
  )
}

function assertValid(schema: object, body: unknown, what: string) {
  const check = compiled.get(schema) ?? compile(schema)
  if (check(body)) return
  const wrong = check.errors!.map(({ instancePath, message, params }) => {
    const extra = params['additionalProperty'] ?? params['unevaluatedProperty']
    return `${instancePath || 'body'} ${message}${extra ? ` (${extra})` : ''}`
  })
  throw new Error(`${what}, which is not what it documents: ${wrong.join('; ')}\n${JSON.stringify(body)}`)
}

function compile(schema: object): ValidateFunction {
  const check = ajv.compile(closed(schema) as Schema)
  compiled.set(schema, check)
  return check
}

/** The same schema with `additionalProperties: false`: clients may meet further fields, our responses may not have them. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const { allOf, ...rest } = schema as Schema
  const copy: Schema = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closed(value)]))
  if (allOf) return { ...copy, allOf, unevaluatedProperties: false }
  const isObject = copy['properties'] !== undefined && [copy['type']].flat().includes('object')
  return isObject && copy['additionalProperties'] === undefined
    ? { ...copy, additionalProperties: false }
    : copy
}
