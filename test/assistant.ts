import { after } from 'node:test'
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import type { Operations } from '../sdk/types.ts'
import type { Answer, Service } from './service.ts'

type Overrides = { mode?: VersionNegotiationMode; search?: string; headers?: Record<string, string> }

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** The operation that a tool calls; `never` for a name that is only known at run time. */
type OperationOf<Name extends string> = Name extends 'update_order_status'
  ? 'updateOrder'
  : Name extends 'moderate_review'
    ? 'updateReview'
    : CamelCase<Name> extends keyof Operations
      ? CamelCase<Name>
      : never

/** The body of a tool's result: that of its operation, with the fields of a rehearsal and of an error. */
type ToolBody<Name extends string> = ([OperationOf<Name>] extends [never]
  ? { data: { id: string } }
  : Operations[OperationOf<Name>]['answer']) & {
  dryRun: { stored: boolean; changes: object[] }
  error: string
  code?: string
  feature?: string
  details: { field: string; reason: string; requiredScope?: string; issues: { field: string }[] }
}

/** The protocol's official client, connected with a key. The newest revision by default; `legacy` for the ones before. */
export async function anAssistant(
  { url }: Pick<Service, 'url'>,
  key: string,
  { mode = 'auto', search = '', headers = {} }: Overrides = {},
) {
  const client = new Client({ name: 'prueba', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp${search}`), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  })
  await client.connect(transport)
  after(() => client.close())

  return {
    client,
    tools: async () => (await client.listTools()).tools,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call,
    /** The body of a successful call. @throws when it is an error */
    done: async <Name extends string>(name: Name, args: Record<string, unknown> = {}) => {
      const { isError, body } = await call(name, args)
      if (isError) throw new Error(`${name}: ${JSON.stringify(body)}`)
      return body
    },
  }

  async function call<Name extends string>(name: Name, args: Record<string, unknown> = {}) {
    const result = await client.callTool({ name, arguments: args })
    const texts = (result.content as { text: string }[]).map(({ text }) => text)
    const body = JSON.parse(texts[0]!) as ToolBody<Name>
    return { isError: result.isError === true, body, texts, structured: result.structuredContent }
  }
}

/** The body of an answer in JSON-RPC; `code` is that of an error of HTTP. */
type RpcBody = {
  result: {
    protocolVersion: string
    isError?: boolean
    content: { text: string }[]
    structuredContent: { total: number; data: { id: string } }
  }
  error: { code: number }
  code: string
}

/** Posts a raw message, for tests of requests that the official client does not send. */
export async function message(
  service: Service,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/api/mcp',
): Promise<Answer<RpcBody>> {
  const answer = await service.post(path, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
  return answer as Answer<never>
}

/** A call of a tool, as clients of the revisions before the newest send it. */
export function toolCall(name: string, args: Record<string, unknown> = {}) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
}
