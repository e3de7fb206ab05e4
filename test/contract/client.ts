import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { createClient, VitrinaError, type ClientOptions } from '../../sdk/client.ts'
import { closed } from '../answers.ts'
import type { Service } from '../service.ts'
import { anAddress } from '../factories.ts'

type Part = { $ref?: string; content?: { 'application/json'?: unknown } }
type OperationObject = {
  parameters: { name?: string; in?: string }[]
  requestBody?: Part
  responses: Record<string, Part>
}
type Document = {
  paths: Record<string, Record<string, OperationObject>>
  components: { responses: Record<string, Part> }
}

/** The document as clients know it: the committed one, not what the running service would say. */
const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as Document

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema(closed(document) as object, 'openapi.json')

/** The SDK's client, from an address of its own. Requests and responses must match the document, or the test fails. */
export function clientOf({ url }: Pick<Service, 'url'>, options: Omit<ClientOptions, 'baseUrl'> = {}) {
  const address = anAddress()
  const ask = async (to: string | URL | Request, init: RequestInit = {}) => {
    const headers = { ...address, ...(init.headers as Record<string, string>) }
    const response = await fetch(to, { ...init, headers })
    checkExchange(new URL(to instanceof Request ? to.url : to), init, response, await response.clone().text())
    return response
  }
  return createClient({ baseUrl: url, fetch: ask, ...options })
}

function checkExchange(url: URL, { method = 'GET', body }: RequestInit, response: Response, text: string) {
  const [path, described] = find(method, url.pathname)
  const pointer = `#/paths/${escape(path)}/${method.toLowerCase()}`
  const named = new Set(described.parameters.map(({ name }) => name))
  for (const name of url.searchParams.keys()) assert.ok(named.has(name), `${method} ${path} has no ?${name}`)
  if (response.ok && typeof body === 'string') assertValid(`${pointer}/requestBody`, JSON.parse(body))

  const { status } = response
  const documented = described.responses[status]
  assert.ok(documented, `${method} ${path} answered ${status}, which openapi.json does not list`)
  const at = documented.$ref ?? `${pointer}/responses/${status}`
  const isJson = response.headers.get('content-type')?.includes('json')
  if (isJson) assertValid(at, JSON.parse(text))
}

function find(method: string, pathname: string): [path: string, described: OperationObject] {
  const found = Object.entries(document.paths)
    .filter(([path, methods]) => matches(path, pathname) && methods[method.toLowerCase()])
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)[0]
  assert.ok(found, `openapi.json has no ${method} ${pathname}`)
  return [found[0], found[1][method.toLowerCase()]!]
}

const matches = (path: string, pathname: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)

const escape = (path: string) => encodeURIComponent(path.replaceAll('/', '~1'))

function assertValid(pointer: string, value: unknown): void {
  const check = ajv.compile({ $ref: `openapi.json${pointer}/content/application~1json/schema` })
  assert.ok(check(value), `${pointer}: ${ajv.errorsText(check.errors)} ${JSON.stringify(value)}`)
}

/** The error that a call of the client throws. */
export async function errorOf(call: Promise<unknown>): Promise<VitrinaError> {
  const error = await call.then(
    () => assert.fail('it was answered'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof VitrinaError, String(error))
  return error
}
