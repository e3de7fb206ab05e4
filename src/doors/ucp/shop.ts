import type { FastifyRequest } from 'fastify'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { paymentRequired } from '../../core/errors/errors.ts'
import { findShop, StoreMoved, StoreSuspended, type Shop } from '../../features/catalog/shop.ts'
import type { Caller } from './operation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It answers at each address that the shop has or had, and never redirects. */
    neverMoves?: boolean
  }
}

export async function askedShop({ sql, params }: FastifyRequest): Promise<Shop> {
  const { slug } = params as { slug: string }
  try {
    return await findShop(sql, slug).catch((error: unknown) => {
      if (error instanceof StoreMoved) return findShop(sql, error.store.slug)
      throw error
    })
  } catch (error) {
    throw error instanceof StoreSuspended ? paymentRequired(error.shop.slug) : error
  }
}

const clientQueue = fairQueue(queues.assistantsOfClient)

/** Does the work for a caller in its client's turn, with connections apart from those that orders are placed with. */
export function inTurn<T>(
  { server, clientAddress }: FastifyRequest,
  { shop, isRead }: { shop: Shop; isRead: boolean },
  work: (caller: Omit<Caller, 'common'>) => Promise<T>,
): Promise<T> {
  const owner = `assistants ${shop.id}`
  const sql = isRead ? server.sql.readsQueuedBy(owner) : server.sql.queuedBy(owner)
  return clientQueue(`${shop.id} ${clientAddress}`, () => work({ app: server, sql, shop }))
}
