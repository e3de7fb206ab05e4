import type { Sql } from '../../core/database/db.ts'
import type { Message, Outcome } from './message.ts'

const SHOWN = 50

export type ShownMessage = Pick<Message, 'kind' | 'text'> & {
  receivedAt: string
  /** Null until it was handled. */
  outcome: Outcome | null
  summary: string | null
}

export const listMessages = (sql: Sql, storeId: string) => sql<ShownMessage[]>`
  select kind, text, received_at, outcome, summary
  from whatsapp_messages
  where store_id = ${storeId}
  order by n desc
  limit ${SHOWN}`
