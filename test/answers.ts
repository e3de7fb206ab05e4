import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { RouteOptions } from 'fastify'
import type { App } from '../src/core/http/app.ts'
import { knownErrors } from '../src/docs/errors.ts'
import { refusalsOf } from '../src/docs/refusals.ts'

type Schema = { [keyword: string]: unknown }
type Route = {
  name: string
  method: string
  url: RegExp
  params: number
  responses: Map<string, ValidateFunction>
  refusals: Set<string>
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(formats as unknown as (ajv: Ajv2020) => void)(ajv)

const errorChecks = knownErrors.map(({ status, code, schema }) => ({ status, code, check: compile(schema) }))

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
    const documented = route?.responses.get(String(status))
    if (documented) return demand(documented, body, `${route!.name} answered ${status}`)
    if (status < 400) throw new Error(`${method} ${path} answered ${status}, which it does not document`)
    checkError(`${method} ${path}`, status, body)
    if (route && status !== 431) requireDocumented(route, status, body)
  }
}

function toRoute(method: string, options: RouteOptions): Route {
  const { url, schema } = options
  const responses = Object.entries((schema?.response ?? {}) as Record<string, Schema>)
  return {
    name: `${method} ${url}`,
    method,
    url: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]*')}$`),
    params: url.split(':').length,
    responses: new Map(responses.map(([status, response]) => [status, compile(response)])),
    refusals: new Set(
      [...refusalsOf(options).values()].flat().map(({ status, code }) => `${status} ${code}`),
    ),
  }
}

/** Checks an error against the one envelope of all of them, and its code against those that are known. */
function checkError(request: string, status: number, body: unknown) {
  const code = (body as { code?: string } | undefined)?.code ?? null
  const known = errorChecks.find((error) => error.status === status && error.code === code)
  if (!known)
    throw new Error(`${request} answered ${status} with the unknown code ${code}: ${JSON.stringify(body)}`)
  demand(known.check, body, `${request} answered ${status} ${code}`)
}

function requireDocumented({ name, refusals }: Route, status: number, body: unknown) {
  const refusal = `${status} ${(body as { code?: string }).code ?? null}`
  if (refusals.has(refusal)) return
  throw new Error(
    `${name} answered ${refusal}, which the document does not list: name it in src/docs/refusals.ts`,
  )
}

function demand(check: ValidateFunction, body: unknown, what: string) {
  if (check(body)) return
  const wrong = check.errors!.map(({ instancePath, message, params }) => {
    const extra = params['additionalProperty'] ?? params['unevaluatedProperty']
    return `${instancePath || 'body'} ${message}${extra ? ` (${extra})` : ''}`
  })
  throw new Error(`${what}, which is not what it documents: ${wrong.join('; ')}\n${JSON.stringify(body)}`)
}

function compile(schema: unknown): ValidateFunction {
  return ajv.compile(closed(schema as Schema) as Schema)
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
