import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { limitPerAddress, limitPerNetwork } from '../../core/limits/rate-limit.ts'
import { newId } from '../../core/values/id.ts'
import { PATHS } from './addresses.ts'
import { InvalidMetadata, readMetadata } from './client-metadata.ts'
import { addClient, hasRoomForClient } from './clients.ts'

/** Assistants' connectors share few IP addresses, and register once per service. */
const LIMIT = { name: 'oauth-register', max: 60, seconds: 3600 }
const NETWORK_LIMIT = { name: 'oauth-register-network', max: 240, seconds: 3600 }

/** Dynamic registration (RFC 7591), for clients that publish no metadata document. Clients without a grant are purged. */
export function registerClientRoute(app: App) {
  app.post(PATHS.registration, {
    onRequest: [limitPerNetwork(NETWORK_LIMIT), limitPerAddress(LIMIT)],
    handler: register,
  })
}

async function register({ sql, body }: FastifyRequest, reply: FastifyReply) {
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  try {
    const client = { client_id: newId(), ...readMetadata(body) }
    if (!(await hasRoomForClient(sql))) throw tooBusy()
    await addClient(sql, client)
    const issuedAt = Math.floor(Date.now() / 1000)
    return reply.code(201).send(JSON.stringify({ ...client, client_id_issued_at: issuedAt }))
  } catch (error) {
    if (!(error instanceof InvalidMetadata)) throw error
    return reply.code(400).send(JSON.stringify({ error: error.code, error_description: error.message }))
  }
}
