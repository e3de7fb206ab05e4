import { transaction, type Sql } from '../../core/database/db.ts'
import { confirmBatches, failAccepted, recordBatches } from '../../core/outbox/outbox.ts'
import { advanceNotification } from '../orders/notification.ts'
import { field, isMessageId, listField } from './callback-fields.ts'
import { countPrices, readPrice, reportPrices, type Price } from './costs.ts'
import { undelivered, undeliveredReason } from './errors.ts'
import type { Tie } from './identities.ts'
import { tieOf, wordOf } from './read-messages.ts'

const states = { sent: 'SENT', delivered: 'DELIVERED', read: 'READ', failed: 'FAILED' } as const

type Status = {
  messageId: string
  /** What we sent along: the batch, or the store of a message that is none (`storeTag`). */
  correlation: string
  state: (typeof states)[keyof typeof states]
  code: number | null
  price: Price | null
}

type Read = { statuses: Status[]; ties: Tie[]; unhandled: string[] }

export function readStatuses(value: unknown): Read {
  const listed = listField(value, 'statuses')
  const read = listed.map(toStatus)
  const unpriced = listed.filter((one, i) => read[i]?.price === null && field(one, 'pricing') !== undefined)
  return {
    statuses: read.filter((status) => status !== undefined),
    ties: listed.flatMap((one) => tieOf(field(one, 'recipient_user_id'), field(one, 'recipient_id'))),
    unhandled: [
      ...listed.filter((_, i) => read[i] === undefined).map((one) => wordOf(field(one, 'status'))),
      ...unpriced.map(() => 'pricing'),
    ],
  }
}

function toStatus(status: unknown): Status | undefined {
  const [id, name] = [field(status, 'id'), field(status, 'status')]
  if (!isMessageId(id) || !isState(name)) return undefined
  const correlation = field(status, 'biz_opaque_callback_data')
  const code = field(listField(status, 'errors')[0], 'code')
  return {
    messageId: id,
    correlation: isMessageId(correlation) ? correlation : '',
    state: states[name],
    code: typeof code === 'number' ? code : null,
    price: readPrice(status),
  }
}

const isState = (name: unknown): name is keyof typeof states =>
  typeof name === 'string' && Object.hasOwn(states, name)

/** Applies the statuses of one callback. Repeated and outdated ones, and those of unknown messages, change nothing. */
export async function applyStatuses(sql: Sql, statuses: Status[]): Promise<void> {
  if (statuses.length === 0) return
  const counted = await transaction(sql, async (tx) => {
    await recordBatches(tx, statuses.map(({ correlation }) => correlation).filter(Boolean))
    for (const [, group] of Map.groupBy(statuses, ({ state, code }) => `${state} ${code}`)) {
      const { state, code } = group[0]!
      const messageIds = group.map(({ messageId }) => messageId)
      const batchIds = group.map(({ correlation }) => correlation).filter(Boolean)
      // WhatsApp has the message even if the worker died before recording it: it must not be sent twice.
      if (state !== 'FAILED') await confirmBatches(tx, batchIds)
      const orders = await tx<{ storeId: string; id: string }[]>`
        select store_id, subject_id as id
        from deliveries
        where kind = 'whatsapp'
        and (message_id = any(${messageIds}) or batch_id = any(${batchIds}))`
      await advanceNotification(tx, orders, state, state === 'FAILED' ? undeliveredReason(code) : null)
      if (state !== 'FAILED') continue
      for (const kind of ['customer', 'answer', 'restock'] as const)
        await failAccepted(tx, kind, { messageIds, batchIds }, undelivered[kind])
    }
    return countPrices(tx, statuses)
  })
  reportPrices(counted)
}
