import type { Sql, Tx } from '../../core/database/db.ts'
import type { Loop } from '../../core/jobs/loop.ts'
import { enqueue } from '../../core/outbox/outbox.ts'
import { startMessages, type Options } from './message-loop.ts'
import { undelivered } from './errors.ts'
import { DAY } from './message.ts'
import { toContent, type SessionMessage } from './session-message.ts'

/** Enqueues the reply to a person's message, in the transaction of its effect. One about no store has the sender in its place. */
export async function answer(
  tx: Tx,
  { phone, storeId }: { phone: string; storeId: string | null },
  message: SessionMessage<string>,
): Promise<void> {
  const to = [{ kind: 'answer' as const, recipient: phone }]
  await enqueue(tx, [
    { storeId: storeId ?? phone, event: 'whatsapp.answer', subjectId: null, payload: message, to },
  ])
}

/** Sends replies from the outbox: not paced, to each person one after the other. */
export const startReplies = (options: Options): Loop =>
  startMessages(
    { intervalMs: 250, ...options, paceSeconds: 0 },
    {
      kind: 'answer',
      maxConcurrent: 20,
      async compose([delivery], { sql, to }) {
        if (!(await mayAnswer(sql, to))) return { outcome: 'too-late', reason: undelivered.answer }
        return { content: toContent(delivery!.payload as SessionMessage<string>) }
      },
    },
  )

/** Whether the person wrote within the last 24 h: later WhatsApp takes templates only (131047). */
async function mayAnswer(sql: Sql, phone: string): Promise<boolean> {
  const [last] = await sql<{ sentAt: string }[]>`
    select sent_at from whatsapp_messages where phone = ${phone} order by n desc limit 1`
  return last !== undefined && Date.parse(last.sentAt) + DAY > Date.now()
}
