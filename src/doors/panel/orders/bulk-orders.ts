import { Type, type Static } from 'typebox'
import { invalid } from '../../../core/errors/errors.ts'
import { Body, Reference } from '../../../core/http/schema.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { canTransition, type OrderStatus } from '../../../features/orders/order.ts'
import { plural } from '../../../core/pages/format.ts'
import type { Outcome, StoreContext } from '../page.ts'
import { runForEach } from '../forms/bulk.ts'
import { updateOrder } from '../../../features/orders/update.ts'
import { performAs } from '../forms/perform.ts'
import { formOf } from '../parts/form.ts'
import { errorOf, type Part } from '../parts/field.ts'
import { undoOf } from './undo-moves.ts'

const moves = {
  confirmed: { button: 'Confirmar', done: ['confirmado', 'confirmados'] },
  shipped: { button: 'Enviado o listo', done: ['enviado o listo', 'enviados o listos'] },
  delivered: { button: 'Entregado', done: ['entregado', 'entregados'] },
} as const
const reachable = ['confirmed', 'shipped', 'delivered'] as const

export const BulkOrders = Body({
  ids: Type.Optional(Type.Array(Reference('Pedido'), { maxItems: 100 })),
  status: Type.Enum([...reachable]),
})
export type BulkOrders = Static<typeof BulkOrders>

/**
 * Moves each chosen order, one after the other. One that can't be moved stays as it is, and the
 * message says so. @throws 400 when nothing is chosen
 */
export async function moveEach(
  context: StoreContext,
  { ids = [], status }: BulkOrders,
  next: string,
): Promise<Outcome> {
  if (ids.length === 0) throw invalid('ids', 'min_items', 'Elige al menos un pedido')
  const { done, unchanged } = await runForEach(context, ids, (id) =>
    performAs(context, updateOrder, { id, body: { status } }),
  )
  return {
    message: `${plural(done, 'pedido', 'pedidos')}: ${moves[status].done[done === 1 ? 0 : 1]}.${unchanged}`,
    next,
    ...(done > 0 && { undo: undoOf(context) }),
  }
}

export const bulkOrdersForm = (context: StoreContext, fields: Part, query: string): Html => html`
  <div class="card many">${formOf(context.form('/pedidos/varios'), fields, { id: 'many', query })}</div>
`

export function bulkOrdersFields(context: StoreContext, shown: OrderStatus | undefined, query: string): Part {
  const buttons = reachable
    .filter((status) => shown === undefined || canTransition(shown, status))
    .map(
      (status) =>
        html`<button class="button ghost" name="status" value="${status}">${moves[status].button}</button>`,
    )
  return [
    errorOf('ids'),
    html`
      <p class="hint">Toca los pedidos que quieras marcar.</p>
      <div class="buttons">${buttons}</div>
      <a class="quiet" href="${context.base}/pedidos${query}">Terminar</a>
    `,
  ]
}
