import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Sql } from '../database/db.ts'
import { invalid, notFound, paymentRequired } from '../errors/errors.ts'
import {
  findResponse,
  respondOnce,
  requestHash,
  type RecordKey,
  type StoredResponse,
} from './stored-responses.ts'
import { t } from '../texts/text.ts'

/**
 * The handler of a public POST, idempotent by store: with an `Idempotency-Key`, the operation and its stored response commit in
 * one transaction, so a retry gets the first response, or finds nothing done.
 * @param sqlOf the pool, as the route queues its writes
 * @param status of the response where `work` succeeds
 * @param complete adds to a success, after the commit and at each repeat, what must not hold a transaction
 */
export function idempotentPost<B extends { storeId: string }, R>(
  sqlOf: (body: B) => Db,
  work: (sql: Sql, body: B, request: FastifyRequest) => Promise<R>,
  status: 200 | 201,
  complete = (response: R, _body: B): R | Promise<R> => response,
) {
  return async function handleOnce(request: FastifyRequest, reply: FastifyReply) {
    const body = request.body as B
    const key = idempotencyKeyOf(request.headers)
    const sql = sqlOf(body)
    if (!key) return reply.code(status).send(await complete(await work(sql, body, request), body))
    const hash = requestHash([request.method, request.url.split('?')[0]!, null, body])
    const stored = await respondOnce(sql, publicKey(body.storeId, key), hash, async (tx) => ({
      status,
      body: JSON.stringify(await work(tx, body, request)),
      location: null,
    }))
    if (stored.replayed) await requireOpenStore(sql, body.storeId)
    if (stored.status !== status) return sendStored(reply, stored)
    const completed = await complete(JSON.parse(stored.body) as R, body)
    return sendStored(reply, { ...stored, body: JSON.stringify(completed) })
  }
}

/** A request with a key was checked before; a public one names its store in the body. @throws 402, 404 once deleted */
async function requireOpenStore(sql: Sql, storeId: string) {
  const [store] = await sql<{ billingState: string; slug: string; deletedAt: string | null }[]>`
    select billing_state, slug, deleted_at from stores where id = ${storeId}`
  if (store?.deletedAt) throw notFound(t('La tienda'))
  if (store?.billingState === 'suspended') throw paymentRequired(store.slug)
}

export function sendStored(
  reply: FastifyReply,
  { status, body, location, replayed }: StoredResponse & { replayed?: boolean },
) {
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (location) reply.header('location', location)
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

export async function willReplay({
  headers,
  method,
  url,
  body,
  server,
}: FastifyRequest<{ Body: { storeId: string } }>): Promise<boolean> {
  const key = idempotencyKeyOf(headers)
  if (!key) return false
  const hash = requestHash([method, url.split('?')[0]!, null, body])
  return Boolean(await findResponse(server.sql, publicKey(body.storeId, key), hash))
}

export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers['idempotency-key']?.toString()
  if (key === undefined) return null
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw invalid('Idempotency-Key', 'invalid', t('La cabecera debe tener de 1 a 255 caracteres imprimibles'))
}

const publicKey = (storeId: string, key: string): RecordKey => ({ storeId, scope: 'public', key })
