import { t } from '../../core/texts/text.ts'
import { Type } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { conflict, invalid } from '../../core/errors/errors.ts'
import { Body, dataOf, Instant } from '../../core/http/schema.ts'
import { countRange, isRedelivering, redeliverRange } from '../../core/outbox/recipient.ts'
import { lockWebhook } from './find.ts'
import { recipientOf, toWebhook, Webhook, type WebhookRow } from './webhook.ts'

const MAX_DAYS = 30
const MAX_DELIVERIES = 1000

export const ReplayRange = Body({
  from: Instant('Desde cuándo, inclusive'),
  to: Instant('Hasta cuándo, sin incluirlo'),
})
type Range = { from: string; to: string }

export const replayWebhook = operation({
  id: 'replayWebhook',
  rest: 'POST /store/webhooks/:id/replay',
  scope: 'webhooks:write',
  summary: 'Repetir las entregas de un intervalo',
  description:
    'Envía otra vez, en orden y con los mismos webhook-id, las entregas terminadas que se crearon en ' +
    `el intervalo: hasta ${MAX_DAYS} días y ${MAX_DELIVERIES} entregas. Las que todavía esperan no se repiten: \`waiting\` ` +
    'dice cuántas son. Una repetición empieza cuando terminó la anterior.',
  body: ReplayRange,
  errors: ['REPLAY_IN_PROGRESS'],
  response: {
    200: dataOf(
      Type.Object({
        ...Webhook.properties,
        replayed: Type.Integer({ description: 'Cuántas entregas se repiten' }),
        waiting: Type.Integer({
          description:
            'Cuántas del intervalo todavía esperan su envío o un reintento: no se repiten, llegarán por sí mismas, o al ' +
            `activar el webhook; se cuentan hasta ${MAX_DELIVERIES + 1}`,
        }),
      }),
    ),
  },
  async run({ sql, store, id, body }) {
    checkRange(body)
    const webhook = await lockWebhook(sql, store.id, id)
    await requireNoReplay(sql, webhook)
    const waiting = await requireFewDeliveries(sql, webhook, body)
    return { data: { ...toWebhook(webhook), replayed: await replay(sql, webhook, body), waiting } }
  },
})

function checkRange({ from, to }: Range): void {
  const span = Date.parse(to) - Date.parse(from)
  if (span <= 0) throw invalid('to', 'invalid', t('Debe ser posterior al comienzo'))
  if (span > MAX_DAYS * 24 * 3600 * 1000) {
    throw invalid('to', 'maximum', t('El intervalo es de {n} días como máximo', { n: MAX_DAYS }))
  }
}

/** @throws 409 while an earlier one is still being delivered */
async function requireNoReplay(tx: Tx, webhook: WebhookRow): Promise<void> {
  if (!(await isRedelivering(tx, recipientOf(webhook)))) return
  throw conflict(
    'REPLAY_IN_PROGRESS',
    t('El webhook todavía recibe lo que se repitió antes; espera a que termine'),
  )
}

/** @returns how many deliveries wait, which no replay is needed for @throws 400 on more than MAX_DELIVERIES that have finished */
async function requireFewDeliveries(tx: Tx, webhook: WebhookRow, range: Range): Promise<number> {
  const { finished, waiting } = await countRange(tx, recipientOf(webhook), range, MAX_DELIVERIES + 1)
  if (finished <= MAX_DELIVERIES) return waiting
  throw invalid(
    'to',
    'maximum',
    t('Hay más de {n} entregas en el intervalo: acórtalo', { n: MAX_DELIVERIES }),
  )
}

/** Redelivers the finished deliveries of a time range, in order, under the same ids. `to` is exclusive. @returns how many */
export const replay = (tx: Tx, webhook: WebhookRow, range: Range): Promise<number> =>
  redeliverRange(tx, recipientOf(webhook), range, webhook.isActive ? 'waiting' : 'paused')
