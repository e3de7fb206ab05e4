import type { FastifyReply } from 'fastify'

export async function sendResponse(response: Response, reply: FastifyReply) {
  const type = response.headers.get('content-type')
  if (type) reply.header('content-type', type)
  return reply.code(response.status).send(await response.text())
}
