import type { FastifyRequest } from 'fastify'
import { inCallContext, type CallContext } from './call-context.ts'
import type { Tool } from './tool.ts'

/** A request to the REST API, as a tool's arguments or a resource's address name it. */
export type RestCall = { method: Tool['method']; url: string; store?: string | undefined; body?: object }

const forwardedHeaders = ['authorization', 'x-forwarded-for', 'x-forwarded-proto'] as const

/** Calls the REST API as the caller: with their key, their address, and the store they selected. */
export function callRest(
  caller: FastifyRequest,
  { method, url, store, body }: RestCall,
  context: CallContext,
) {
  const { headers, id, host, socket, server } = caller
  if (method !== 'GET') caller.mayHaveWritten = true
  const selected = store ?? headers['service-store']
  const sent: Record<string, string> = { 'x-request-id': id, host }
  for (const name of forwardedHeaders) if (headers[name] !== undefined) sent[name] = String(headers[name])
  if (selected !== undefined) sent['service-store'] = String(selected)
  if (body) sent['content-type'] = 'application/json'
  return inCallContext(
    context,
    // Awaited inside `inCallContext`: `inject` starts the request with the first `then`.
    async () =>
      await server.inject({
        method,
        url,
        headers: sent,
        remoteAddress: socket.remoteAddress ?? '',
        ...(body && { payload: JSON.stringify(body) }),
      }),
  )
}
