import { Type, type Static } from 'typebox'
import { attributionOf } from '../../../core/auth/caller.ts'
import { Body, Reference } from '../../../core/http/schema.ts'
import { joined, t } from '../../../core/texts/text.ts'
import type { Sql } from '../../../core/database/db.ts'
import type { OrderStatus } from '../../../features/orders/order.ts'
import { undoOrderStatus } from '../../../features/orders/undo-status.ts'
import { whereFrom } from '../access/context.ts'
import { runForEach } from '../forms/bulk.ts'
import { callerOf } from '../forms/perform.ts'
import type { PanelForm, StoreContext } from '../page.ts'

const Undo = Body({ change: Type.Optional(Reference('El cambio que movió los pedidos')) })

/** The button that takes back what a form moved; it says so where somebody was told meanwhile. */
export const undoOf = ({ base, changeId }: StoreContext, label = t('Deshacer')) => ({
  action: `${base}/pedidos/deshacer`,
  label,
  fields: { change: changeId },
})

/** Takes the moves of one change back, each if it still can be. */
export const undoForm: PanelForm<StoreContext> = {
  body: Undo,
  needs: 'orders:write',
  async run(context, { change = '' }: Static<typeof Undo>) {
    const { sql, store } = context
    const moves = await readMoves(sql, store.id, change)
    const attribution = attributionOf(callerOf(context))
    const { done, unchanged, reasons } = await runForEach(context, [...moves.keys()], (id) =>
      undoOrderStatus(sql, store.id, { id, moved: moves.get(id)! }, attribution),
    )
    const undone = t('Deshecho: {done, plural, one {el pedido está} other {# pedidos están}} como antes.', {
      done,
    })
    const message = done > 0 ? joined([undone, unchanged], '') : reasons || t('No hay nada que deshacer')
    return { message, next: whereFrom(context, '/pedidos') }
  },
}

async function readMoves(sql: Sql, storeId: string, changeId: string): Promise<Map<string, OrderStatus>> {
  const rows = await sql<{ id: string; moved: OrderStatus }[]>`
    select row_id as id, after ->> 'status' as moved
    from change_rows
    where store_id = ${storeId} and change_id = ${changeId} and table_name = 'orders' and after ? 'status'
    order by n`
  return new Map(rows.map(({ id, moved }) => [id, moved]))
}
