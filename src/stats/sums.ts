import type { Sql } from '../core/db.ts'
import { cover, type Piece, type Range, type Span } from './range.ts'

/**
 * What a range's orders add up to, as rows to sum: from the kept sums where they cover it, from the orders at its ends.
 * A row has an instant, `at`, that lies in the range and on the same day as its orders in any time zone.
 */
export function orderSums(sql: Sql, storeId: string, range: Range) {
  const pieces = cover(range, ['quarter'])
  const [kept, ends] = [pieces.filter(({ span }) => span), pieces.filter(({ span }) => !span)]
  return sql`
    select currency, starts_at as at, completed, pending, cancelled, completed_amount, pending_amount
    from ${stretches(sql, kept)}
    join order_sums on starts_at >= since and starts_at < until
    where store_id = ${storeId}
    union all
    select
      currency, created_at, (status in ('confirmed', 'shipped', 'delivered'))::int, (status = 'pending')::int,
      (status = 'cancelled')::int,
      case when status in ('confirmed', 'shipped', 'delivered') then total else 0 end,
      case when status = 'pending' then total else 0 end
    from ${stretches(sql, ends)}
    join orders on created_at >= since and created_at < until
    where store_id = ${storeId} and not is_test`
}

/** What completed orders sold, as rows to sum by product and currency. */
export function productSums(sql: Sql, storeId: string, range: Range | 'ever') {
  if (range === 'ever') {
    return sql`
      select product_id, currency, units, gross from product_sums where store_id = ${storeId} and span = 'ever'`
  }
  const pieces = cover(range, ['week', 'day'])
  const of = (span: Span | null) =>
    stretches(
      sql,
      pieces.filter((piece) => piece.span === span),
    )
  const kept = (span: Span) => sql`
    select product_id, currency, units, gross
    from ${of(span)}
    join product_sums on starts_at >= since and starts_at < until
    where store_id = ${storeId} and span = ${span}`
  return sql`
    ${kept('week')}
    union all
    ${kept('day')}
    union all
    select item."productId", currency, item.quantity, item.subtotal
    from ${of(null)}
    join orders on created_at >= since and created_at < until
    cross join jsonb_to_recordset(items) as item ("productId" text, quantity integer, subtotal numeric)
    where store_id = ${storeId} and status in ('confirmed', 'shipped', 'delivered') and not is_test`
}

function stretches(sql: Sql, pieces: Piece[]) {
  return sql`unnest(
    ${pieces.map(({ from }) => new Date(from).toISOString())}::text[]::timestamptz[],
    ${pieces.map(({ to }) => new Date(to).toISOString())}::text[]::timestamptz[]
  ) as stretch (since, until)`
}
