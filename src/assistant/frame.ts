import type { FastifyRequest } from 'fastify'
import { split } from './ready.ts'

/** What the protocol's library writes around a result: before it, between it and the message's id, after that. */
export type Frame = { before: Buffer; between: string; after: string }

type Message = { [field: string]: unknown }

const NEWEST = '2026-07-28'

/**
 * Whether the message is one of the newest revision in which there is nothing to judge: a call or a listing, every
 * field and header as clients write them. Anything else about it, and the library judges.
 */
export function isPlain({ body, headers }: FastifyRequest): boolean {
  if (!isObject(body) || !hasOnly(body, ['jsonrpc', 'id', 'method', 'params']) || body['jsonrpc'] !== '2.0')
    return false
  const { id, method, params } = body
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false
  if (headers['mcp-protocol-version'] !== NEWEST || headers['mcp-method'] !== method || !isObject(params))
    return false
  if (!isPlainMeta(params['_meta'])) return false
  if (method === 'tools/list') return hasOnly(params, ['_meta'])
  return (
    method === 'tools/call' &&
    hasOnly(params, ['_meta', 'name', 'arguments']) &&
    headers['mcp-name'] === params['name'] &&
    (params['arguments'] === undefined || isObject(params['arguments']))
  )
}

const META = 'io.modelcontextprotocol/'

function isPlainMeta(meta: unknown): boolean {
  if (
    !isObject(meta) ||
    !hasOnly(meta, [`${META}protocolVersion`, `${META}clientInfo`, `${META}clientCapabilities`])
  )
    return false
  const [info, capabilities] = [meta[`${META}clientInfo`], meta[`${META}clientCapabilities`]]
  return (
    meta[`${META}protocolVersion`] === NEWEST &&
    isObject(capabilities) &&
    Object.values(capabilities).every((value) => isObject(value) && Object.keys(value).length === 0) &&
    (info === undefined ||
      (isObject(info) &&
        hasOnly(info, ['name', 'version']) &&
        Object.values(info).length === 2 &&
        Object.values(info).every((value) => typeof value === 'string')))
  )
}

const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOnly = (value: Message, fields: string[]) =>
  Object.keys(value).every((field) => fields.includes(field))

/** The frame of an answer of the library to the message of that id; null when it is not of the known shape. */
export function frameOf(answer: string, id: unknown): Frame | null {
  const parts = split(answer)
  const written = `"id":${JSON.stringify(id)}`
  const at = parts?.[1].indexOf(written) ?? -1
  if (!parts || at < 0) return null
  return {
    before: Buffer.from(parts[0]),
    between: `${parts[1].slice(0, at)}"id":`,
    after: parts[1].slice(at + written.length),
  }
}

export function framed({ before, between, after }: Frame, ready: Buffer, id: unknown): Buffer[] {
  return [before, ready, Buffer.from(between + JSON.stringify(id) + after)]
}
