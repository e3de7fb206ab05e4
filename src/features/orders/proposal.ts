import { Type, type Static } from 'typebox'
import { Nullable } from '../../core/http/schema.ts'
import { itemOfOrder, toItem, type StoredItem } from './order-item.ts'

export const PROPOSAL_HOURS = 48

/** Changes that an order can have: each keeps the items of before. */
export const MAX_CHANGES = 20

const ProposalState = Type.Enum(['OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'], {
  description:
    'OPEN: espera a quien compra; ACCEPTED: aceptada; DECLINED: no la quiso; WITHDRAWN: la tienda la retiró, o el pedido siguió ' +
    'sin ella; EXPIRED: pasaron 48 horas',
})
export type ProposalState = Static<typeof ProposalState>

export const Proposal = Type.Object(
  {
    items: Type.Array(Type.Object(itemOfOrder), { description: 'Los artículos que tendría el pedido' }),
    subtotal: Type.Number(),
    discount: Type.Number({ description: 'Lo que se descuenta; 0 si el código ya no vale con el cambio' }),
    shipping: Type.Number({ description: 'Lo que cuesta el envío' }),
    total: Type.Number({ description: 'Artículos + envío - descuento' }),
    message: Nullable(Type.String({ description: 'Lo que la tienda dice a quien compra' })),
    state: ProposalState,
    sentAt: Type.String({ format: 'date-time' }),
    decidedAt: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'Proposal', description: 'Cambio del pedido que la tienda propone a quien compra' },
)
export type Proposal = Static<typeof Proposal>

/** `orders.proposal` as it is stored; it may be stored as open for a while after it has expired. */
export type StoredProposal = Omit<Proposal, 'items'> & { items: StoredItem[] }

export function toProposal(stored: StoredProposal | null | undefined, now = Date.now()): Proposal | null {
  if (!stored) return null
  const expiresAt = expiryOf(stored)
  const hasExpired = stored.state === 'OPEN' && Date.parse(expiresAt) <= now
  return {
    ...stored,
    ...(hasExpired && { state: 'EXPIRED', decidedAt: expiresAt }),
    items: stored.items.map(toItem),
  }
}

export const expiryOf = ({ sentAt }: Pick<StoredProposal, 'sentAt'>): string =>
  new Date(Date.parse(sentAt) + PROPOSAL_HOURS * 3_600_000).toISOString()

export const isOpen = (stored: StoredProposal | null | undefined): stored is StoredProposal =>
  toProposal(stored)?.state === 'OPEN'
