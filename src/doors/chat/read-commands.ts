import { joined, t, type Localized, type Wording } from '../../core/texts/text.ts'
import { formatExact } from '../../core/values/exact-amount.ts'
import { formatAmount } from '../../core/values/money.ts'
import { countOrders } from '../../features/orders/count.ts'
import { listOrders } from '../../features/orders/list.ts'
import { statusName, type OrderSummary } from '../../features/orders/order.ts'
import { readSales, readTotals, type SalesTotal } from '../../features/stats/sales.ts'
import { orderButton } from '../../features/whatsapp/buttons.ts'
import type { Row } from '../../features/whatsapp/session-message.ts'
import type { Command } from './choose-product.ts'
import { tell, type OwnerConversation, type Reply } from './conversation.ts'

/** `hoy`: the sales of the day for roles that may see them, and what waits. */
export async function today({ tx, store, caller }: Command): Promise<Reply> {
  const [{ buckets }, counts] = [
    await readTotals(tx, store, { count: 7, unit: 'day' }, Date.now()),
    await countOrders(tx, store.id),
  ]
  const { orders, amount } = buckets.at(-1)!
  const { pending = 0, confirmed = 0, shipped = 0 } = counts
  return tell({
    text: lines(
      t('*{store}*, hoy', { store: store.name }),
      ...(caller.key.scopes.includes('stats:read')
        ? [t('Ventas: {orders}, por {amount}', { orders, amount: formatExact(amount, store.currency) })]
        : []),
      t('Por confirmar: {count}', { count: pending }),
      t('Por enviar: {count}', { count: confirmed }),
      t('En camino: {count}', { count: shipped }),
      ...(pending + confirmed + shipped > 0 ? ['', t('Para verlos, escribe *pedidos*.')] : []),
    ),
  })
}

/** `reporte`: the sales of the last seven days beside those before, and what sold best. */
export async function report({ tx, store }: Command): Promise<Reply> {
  const { total, before, products } = await readSales(tx, store, { count: 7, unit: 'day' })
  const shown = ({ amount }: SalesTotal) => formatExact(amount, store.currency)
  return tell({
    text: lines(
      t('*{store}*, últimos 7 días', { store: store.name }),
      t('Ventas: {orders}, por {amount}', { orders: total.orders, amount: shown(total) }),
      t('Los 7 días anteriores: {orders}, por {amount}', {
        orders: before.orders,
        amount: shown(before),
      }),
      ...(products.length > 0 ? ['', t('Lo más vendido:')] : []),
      ...products.slice(0, 3).map(({ name, unitsSold }) => `${unitsSold} × ${name}`),
    ),
  })
}

const lines = (...all: Wording[]): Localized => joined(all, '\n')

const MAX_LISTED = 10

/** `confirmar`: the pending orders; a tap on one confirms it. */
export async function ordersToConfirm(command: Command): Promise<Reply> {
  const query = { status: 'pending', limit: String(MAX_LISTED) } as const
  const { data } = await command.performIn(listOrders, { query })
  if (data.length === 0) return tell({ text: t('No tienes pedidos por confirmar.') })
  return tell({
    text: t('¿Cuál pedido confirmas?'),
    list: { label: t('Elegir pedido'), rows: data.map((order) => orderRow(command, order, 'confirm')) },
  })
}

/** `pedidos`: those that wait for the owner, to be opened by a tap. */
export async function openOrders(command: Command): Promise<Reply> {
  const listed: OrderSummary[] = []
  let total = 0
  for (const status of ['pending', 'confirmed', 'shipped'] as const) {
    const page = await command.performIn(listOrders, { query: { status, limit: String(MAX_LISTED) } })
    listed.push(...page.data)
    total += page.total
  }
  if (total === 0) return tell({ text: t('No tienes pedidos por atender.') })
  const rows = listed.slice(0, MAX_LISTED).map((order) => orderRow(command, order, 'show'))
  const waiting = t(
    '{total, plural, one {Tienes 1 pedido por atender.} other {Tienes {total} pedidos por atender.}}',
    { total },
  )
  const rest = t('Aquí están {count}; los demás, en el panel.', { count: rows.length })
  return tell({
    text: total > rows.length ? joined([waiting, rest], ' ') : waiting,
    list: { label: t('Ver pedidos'), rows },
  })
}

export const orderRow = (
  { store }: OwnerConversation,
  order: OrderSummary,
  step: 'show' | 'confirm' | 'reject',
): Row => ({
  id: orderButton(store.id, order.id, step),
  title: order.orderNumber,
  description: joined(
    [order.customerName, formatAmount(order.total, order.currency), statusName(order)],
    ', ',
  ),
})
