import { updateProduct } from '../../features/products/update.ts'
import { updateStore } from '../../features/stores/update.ts'
import { undoChange } from '../../features/changes/undo.ts'
import type { AnyOperation, Input } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { applyButton, dropButton, undoButton } from '../../features/whatsapp/buttons.ts'
import { DAY, markProposal, readProposal } from '../../features/whatsapp/message.ts'
import { reject, tell, type OwnerConversation, type Reply } from './conversation.ts'

const operations: Record<string, AnyOperation> = { updateProduct, updateStore }

type Proposal = { operation: 'updateProduct' | 'updateStore'; input: Input; done: string }

/** Shows a change with the buttons that apply it or drop it. Until then nothing is changed. @param done what is said once it is applied */
export const propose = ({ message }: OwnerConversation, shown: string, proposal: Proposal): Reply => ({
  send: {
    text: shown,
    buttons: [
      { id: applyButton(message.n), title: 'Aplicar' },
      { id: dropButton(message.n), title: 'No' },
    ],
  },
  outcome: 'proposed',
  summary: shown,
  proposal,
})

/** Applies a change that was shown, once, within a day. @throws ApiError */
export async function applyProposal(conversation: OwnerConversation, n: string): Promise<Reply> {
  const { tx, store, message, performIn, caller } = conversation
  const shown = await readProposal<Proposal>(tx, { n, phone: message.phone, storeId: store.id })
  if (!shown) return reject({ text: 'No encontré ese cambio. Escribe el comando otra vez.' })
  if (shown.state) return reject({ text: settled[shown.state] })
  if (isOver(message.sentAt, shown.sentAt)) return reject({ text: `${OVER} Escribe el comando otra vez.` })
  const { operation, input, done } = shown.proposal
  await performIn(operations[operation]!, input)
  await markProposal(tx, n, { state: 'applied', changeId: caller.changeId })
  const mayUndo = caller.key.scopes.includes(undoChange.scope)
  const buttons =
    mayUndo && (await isRecorded(tx, store.id, caller.changeId))
      ? [{ id: undoButton(store.id, caller.changeId), title: 'Deshacer' }]
      : []
  return { send: { text: done, buttons }, outcome: 'applied', summary: done }
}

export async function dropProposal({ tx, store, message }: OwnerConversation, n: string): Promise<Reply> {
  const shown = await readProposal<Proposal>(tx, { n, phone: message.phone, storeId: store.id })
  if (shown?.state === 'applied')
    return reject({ text: `${settled.applied} Para volver atrás, toca *Deshacer*.` })
  if (shown?.state === 'undone') return tell({ text: settled.undone })
  if (shown) await markProposal(tx, n, { state: 'dropped' })
  return tell({ text: DROPPED })
}

/** Takes a change back, within a day. @throws ApiError */
export async function undo(conversation: OwnerConversation, changeId: string): Promise<Reply> {
  const { tx, store, message, performIn } = conversation
  const [change] = await tx<{ createdAt: string }[]>`
    select created_at from changes where store_id = ${store.id} and id = ${changeId} and by = 'whatsapp'`
  if (!change) return reject({ text: 'No encontré ese cambio.' })
  if (isOver(message.sentAt, change.createdAt))
    return reject({ text: `${OVER} Deshazlo en el panel, en Actividad.` })
  const { data } = await performIn(undoChange, { id: changeId })
  return { send: { text: 'Listo: quedó como antes.' }, outcome: 'applied', summary: data.summary }
}

const DROPPED = 'Está bien: no cambié nada.'
const settled = {
  applied: 'Eso ya estaba aplicado.',
  undone: 'Eso ya se deshizo: está como antes.',
  dropped: DROPPED,
}

const OVER = 'Ese botón venció: valía un día.'

const isOver = (tappedAt: string, since: string) => Date.parse(tappedAt) > Date.parse(since) + DAY

async function isRecorded(tx: Tx, storeId: string, changeId: string): Promise<boolean> {
  const [change] = await tx`select 1 from changes where store_id = ${storeId} and id = ${changeId}`
  return Boolean(change)
}
