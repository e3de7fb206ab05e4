import type { Shop } from './shops.ts'

/** Requests as text, ready for the load generator. */
export function get(path: string, key: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\n\r\n`
}

export function put(path: string, key: string, body: string): string {
  return (
    `PUT ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
    `content-length: ${lengthOf(body)}\r\n\r\n${body}`
  )
}

/** `{n}` in the body and the headers becomes a number that no other request has. It must not change the length. */
export function post(path: string, body: object, headers: Record<string, string> = {}): string {
  const text = JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return (
    `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n` +
    `content-length: ${lengthOf(text)}\r\n${lines.join('')}\r\n${text}`
  )
}

export const NEWEST = '2026-07-28'

/** A message to an endpoint for assistants as clients of the newest revision send it. */
export function message(
  path: string,
  method: string,
  params: { name?: string; arguments?: object },
  headers: Record<string, string>,
): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return post(
    path,
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    {
      ...headers,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': NEWEST,
      'mcp-method': method,
      ...(params.name && { 'mcp-name': params.name }),
    },
  )
}

/** Two products, from a phone and an address that no other order has. */
export function orderOf({ id, variantIds }: Shop): string {
  const items = variantIds.slice(0, 2).map((variantId) => ({ variantId, quantity: 2 }))
  const body = { storeId: id, name: 'Ana Morales', phone: '+4915{n}', items }
  return post('/api/orders', body, { 'x-forwarded-for': '{ip}' })
}

/** How much longer a number is than its placeholder. */
export const DIGITS = 9
const GROWTH = DIGITS - '{n}'.length

const lengthOf = (body: string) => Buffer.byteLength(body) + GROWTH * (body.split('{n}').length - 1)
