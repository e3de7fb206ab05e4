import { updateProduct } from '../../features/products/update.ts'
import { updateStore } from '../../features/stores/update.ts'
import { undoChange } from '../../features/changes/undo.ts'
import type { AnyOperation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { joined, t, type Wording } from '../../core/texts/text.ts'
import { applyButton, dropButton, undoButton } from '../../features/whatsapp/buttons.ts'
import { DAY, findOpenProposal, markProposal, readProposal } from '../../features/whatsapp/message.ts'
import { reject, tell, type OwnerConversation, type Proposal, type Reply } from './conversation.ts'

const operations: Record<string, AnyOperation> = { updateProduct, updateStore }

/** Shows a change with the buttons that apply it or drop it. Until then nothing is changed. */
export const propose = ({ message }: OwnerConversation, shown: Wording, proposal: Proposal): Reply => ({
  send: {
    text: shown,
    buttons: [
      { id: applyButton(message.n), title: t('Aplicar') },
      { id: dropButton(message.n), title: t('No') },
    ],
  },
  outcome: 'proposed',
  summary: shown,
  proposal,
})

/** `sí` or `no`: about the change that was shown last, if nothing was said since. */
export async function answerProposal(conversation: OwnerConversation, answer: 'yes' | 'no'): Promise<Reply> {
  const { tx, store, message } = conversation
  const n = await findOpenProposal(tx, message, store.id)
  if (n === undefined) return reject({ text: t('No hay ningún cambio por aplicar.') })
  return answer === 'yes' ? applyProposal(conversation, n) : dropProposal(conversation, n)
}

/** Applies a change that was shown, once, within a day. @throws ApiError */
export async function applyProposal(conversation: OwnerConversation, n: string): Promise<Reply> {
  const { tx, store, message, performIn, caller } = conversation
  const shown = await readProposal<Proposal<string>>(tx, { n, phone: message.phone, storeId: store.id })
  if (!shown) return reject({ text: joined([t('No encontré ese cambio.'), WRITE_AGAIN], ' ') })
  if (shown.state) return reject({ text: settled[shown.state] })
  if (isOver(message.sentAt, shown.sentAt)) return reject({ text: joined([OVER, WRITE_AGAIN], ' ') })
  const { operation, input, done } = shown.proposal
  await performIn(operations[operation]!, input)
  await markProposal(tx, n, { state: 'applied', changeId: caller.changeId })
  const mayUndo = caller.key.scopes.includes(undoChange.scope)
  const buttons =
    mayUndo && (await isRecorded(tx, store.id, caller.changeId))
      ? [{ id: undoButton(store.id, caller.changeId), title: t('Deshacer') }]
      : []
  return { send: { text: done, buttons }, outcome: 'applied', summary: done }
}

export async function dropProposal({ tx, store, message }: OwnerConversation, n: string): Promise<Reply> {
  const shown = await readProposal<Proposal<string>>(tx, { n, phone: message.phone, storeId: store.id })
  if (shown?.state === 'applied')
    return reject({ text: joined([settled.applied, t('Para volver atrás, toca *Deshacer*.')], ' ') })
  if (shown?.state === 'undone') return tell({ text: settled.undone })
  if (shown) await markProposal(tx, n, { state: 'dropped' })
  return tell({ text: DROPPED })
}

/** Takes a change back, within a day. @throws ApiError */
export async function undo(conversation: OwnerConversation, changeId: string): Promise<Reply> {
  const { tx, store, message, performIn } = conversation
  const [change] = await tx<{ createdAt: string }[]>`
    select created_at from changes where store_id = ${store.id} and id = ${changeId} and by = 'whatsapp'`
  if (!change) return reject({ text: t('No encontré ese cambio.') })
  if (isOver(message.sentAt, change.createdAt))
    return reject({ text: joined([OVER, t('Deshazlo en el panel, en Actividad.')], ' ') })
  await performIn(undoChange, { id: changeId })
  const text = t('Listo: quedó como antes.')
  return { send: { text }, outcome: 'applied', summary: text }
}

/** `deshacer`: takes back the last change that was made here. @throws ApiError, such as 409 for an order's */
export async function undoLast(conversation: OwnerConversation): Promise<Reply> {
  const { tx, store, message } = conversation
  const since = new Date(Date.parse(message.sentAt) - DAY).toISOString()
  const [last] = await tx<{ id: string }[]>`
    select id
    from changes
    where store_id = ${store.id} and created_at > ${since} and by = 'whatsapp' and undoes is null
    order by created_at desc, id desc
    limit 1`
  return last ? undo(conversation, last.id) : reject({ text: t('No hay ningún cambio que deshacer.') })
}

const WRITE_AGAIN = t('Escribe el comando otra vez.')
const OVER = t('Ese botón venció: valía un día.')
const DROPPED = t('Está bien: no cambié nada.')
const settled = {
  applied: t('Eso ya estaba aplicado.'),
  undone: t('Eso ya se deshizo: está como antes.'),
  dropped: DROPPED,
}

const isOver = (tappedAt: string, since: string) => Date.parse(tappedAt) > Date.parse(since) + DAY

async function isRecorded(tx: Tx, storeId: string, changeId: string): Promise<boolean> {
  const [change] = await tx`select 1 from changes where store_id = ${storeId} and id = ${changeId}`
  return Boolean(change)
}
