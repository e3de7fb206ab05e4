import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import { transaction, type Sql } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import { Body, dataOf, MultiLine, Nullable } from '../../core/http/schema.ts'
import { announceOrder } from './announce.ts'
import { enqueueProposalNotice } from './customer-notice.ts'
import { priceChange, type PricedChange } from './price-change.ts'
import { MAX_LINES, NewItem, Order, statusName } from './order.ts'
import { lockOrder, toOrder, type OrderRow } from './order-row.ts'
import { isOpen, MAX_CHANGES } from './proposal.ts'
import { writeProposal } from './write-proposal.ts'

export const NewProposal = Body({
  items: Type.Array(NewItem, {
    minItems: 1,
    maxItems: MAX_LINES,
    description: 'Todos los artículos que tendría el pedido, también los que se quedan como están',
  }),
  message: Type.Optional(
    Nullable(
      MultiLine({
        max: 300,
        description: 'Lo que se dice a quien compra',
        examples: ['Se nos acabó la miel: ¿te va bien panela?'],
      }),
    ),
  ),
})
export type NewProposal = Static<typeof NewProposal>

export const proposeChange = operation({
  id: 'proposeChange',
  rest: 'POST /orders/:id/proposal',
  scope: 'orders:write',
  unrecorded: true,
  summary: 'Proponer un cambio de un pedido',
  description:
    'Mientras esté pendiente o confirmado y sin pagar. Lo que ya tiene conserva su precio; lo nuevo va al de hoy. Quien compra la ' +
    'acepta o no en la página de su pedido; a las 48 horas vence. Nada cambia hasta que la acepte.',
  body: NewProposal,
  errors: ['PROPOSAL_OPEN', 'PROPOSAL_NOT_POSSIBLE', 'LIMIT_REACHED'],
  response: { 201: dataOf(Order) },
  location: ({ data }) => `/api/v1/orders/${data.id}`,
  async run({ sql, store, id, body, service }) {
    const isNotified = service.config.whatsapp.api !== null
    return { data: await propose(sql, { storeId: store.id, id, isNotified }, body) }
  },
})

/** @throws 400 on what can't be bought, 404, 409 `PROPOSAL_OPEN`, `PROPOSAL_NOT_POSSIBLE`, `LIMIT_REACHED` */
function propose(
  sql: Sql,
  { storeId, id, isNotified }: { storeId: string; id: string; isNotified: boolean },
  { items, message }: NewProposal,
): Promise<Order> {
  return transaction(sql, async (tx) => {
    const order = await lockOrder(tx, storeId, id)
    requireChangeable(order)
    if (isOpen(order.proposal)) throw proposalOpen(order.proposal)
    const priced = await priceChange(tx, storeId, order, { items })
    const updated = await writeProposal(tx, order, {
      items: priced.items,
      subtotal: priced.subtotal,
      discount: priced.discount ?? 0,
      shipping: priced.shipping ?? 0,
      total: priced.total,
      message: message || null,
      state: 'OPEN',
      sentAt: new Date().toISOString(),
      decidedAt: null,
    })
    requireRoom(order, updated)
    if (isNotified) await enqueueProposalNotice(tx, storeId, updated)
    await announceOrder(tx, storeId, id, ['order.updated'])
    return toOrder(updated)
  })
}

/** Bytes of an order as its GET shows it, with the versions in its timeline. */
const MAX_WEIGHT = 256 * 1024
/** For what comes later: its moves, its payment, its receipts. */
const RESERVE = 8 * 1024

/** For the order as it is once the proposal is accepted: then its present items are in its timeline. @throws 409 `LIMIT_REACHED` */
function requireRoom(before: OrderRow, proposed: OrderRow): void {
  const { proposal, timeline } = proposed
  const { status, items, total } = before
  const step = { status, at: proposal!.sentAt, by: 'shopper' as const, items, total }
  const accepted = toOrder({ ...proposed, items: proposal!.items, timeline: [...timeline, step] })
  if (Buffer.byteLength(JSON.stringify(accepted)) <= MAX_WEIGHT - RESERVE) return
  throw conflict('LIMIT_REACHED', t('Con este cambio, el pedido y sus versiones de antes pesan demasiado'), {
    limit: MAX_WEIGHT,
  })
}

/** What a change would cost, with nothing stored. @throws as `propose` */
export function previewChange(
  sql: Sql,
  storeId: string,
  id: string,
  items: NewItem[],
): Promise<PricedChange> {
  return transaction(sql, async (tx) => {
    const order = await lockOrder(tx, storeId, id)
    requireChangeable(order)
    if (isOpen(order.proposal)) throw proposalOpen(order.proposal)
    return priceChange(tx, storeId, order, { items })
  })
}

/** Why an order can't be changed by consent; null where it can. */
export function whyUnchangeable(
  order: Pick<OrderRow, 'status' | 'deliveryKind' | 'paymentState' | 'timeline'>,
): Localized | null {
  const { status, paymentState, timeline } = order
  if (status !== 'pending' && status !== 'confirmed')
    return t('Un pedido {status} ya no se cambia', { status: statusName(order) })
  if (paymentState === 'PAID' || paymentState === 'REFUNDED') return t('Un pedido pagado no se cambia')
  if (timeline.filter(({ items }) => items).length >= MAX_CHANGES)
    return t('Este pedido ya cambió {max} veces', { max: MAX_CHANGES })
  return null
}

/** @throws 409 `PROPOSAL_NOT_POSSIBLE` */
export function requireChangeable(order: OrderRow): void {
  const why = whyUnchangeable(order)
  if (why) {
    const { status, paymentState } = order
    throw conflict('PROPOSAL_NOT_POSSIBLE', why, { status, payment: paymentState })
  }
}

const proposalOpen = ({ sentAt }: { sentAt: string }) =>
  conflict('PROPOSAL_OPEN', t('Este pedido ya tiene un cambio propuesto: retíralo antes'), { sentAt })
