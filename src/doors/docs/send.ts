import type { FastifyReply, FastifyRequest } from 'fastify'
import { conditionalResponse } from '../../core/http/body-cache.ts'
import { compressed, pickEncoding } from '../../core/http/compress.ts'

/** Sends a part of the documentation, which is the same for everybody: made and compressed once per process; 304 by ETag. */
export async function sendDocument(
  { headers: sent, server, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  type: string,
  make: () => string,
) {
  const encoding = pickEncoding(sent['accept-encoding'])
  const cached = await server.bodies.getOrCreate(`docs ${routeOptions.url} ${encoding}`, 0, () =>
    compressed(Buffer.from(make()), encoding, 'quick'),
  )
  const how = { type, cacheControl: 'public, max-age=300', encoding }
  const { status, headers, body } = conditionalResponse(cached, how, sent['if-none-match'])
  return reply.code(status).headers(headers).send(body)
}
