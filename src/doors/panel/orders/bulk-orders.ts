import { Type, type Static } from 'typebox'
import { invalid } from '../../../core/errors/errors.ts'
import { Body, Reference } from '../../../core/http/schema.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { canTransition, type OrderStatus } from '../../../features/orders/order.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'
import type { Outcome, StoreContext } from '../page.ts'
import { runForEach } from '../forms/bulk.ts'
import { updateOrder } from '../../../features/orders/update.ts'
import { performAs } from '../forms/perform.ts'
import { formOf } from '../parts/form.ts'
import { errorOf, type Part } from '../parts/field.ts'
import { undoOf } from './undo-moves.ts'

const reachable = ['confirmed', 'shipped', 'delivered'] as const

const moves: Record<(typeof reachable)[number], { button: Localized; done: (n: number) => Localized }> = {
  confirmed: {
    button: t('Confirmar'),
    done: (n) => t('{n, plural, one {# pedido: confirmado.} other {# pedidos: confirmados.}}', { n }),
  },
  shipped: {
    button: t('Enviado o listo'),
    done: (n) =>
      t('{n, plural, one {# pedido: enviado o listo.} other {# pedidos: enviados o listos.}}', { n }),
  },
  delivered: {
    button: t('Entregado'),
    done: (n) => t('{n, plural, one {# pedido: entregado.} other {# pedidos: entregados.}}', { n }),
  },
}

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
  if (ids.length === 0) throw invalid('ids', 'min_items', t('Elige al menos un pedido'))
  const { done, unchanged } = await runForEach(context, ids, (id) =>
    performAs(context, updateOrder, { id, body: { status } }),
  )
  return {
    message: joined([moves[status].done(done), unchanged], ''),
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
      <p class="hint">${t('Toca los pedidos que quieras marcar.')}</p>
      <div class="buttons">${buttons}</div>
      <a class="quiet" href="${context.base}/pedidos${query}">${t('Terminar')}</a>
    `,
  ]
}
