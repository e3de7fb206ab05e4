import type { Sql } from '../../core/database/db.ts'
import { splitRange, type Piece, type Range } from './range.ts'

/**
 * Rows that add up to the orders of a range: precomputed sums where they cover it, single orders at its ends. A row's
 * `at` is an instant in the range, on the same day as the row's orders in any time zone.
 */
export function orderSums(sql: Sql, storeId: string, range: Range) {
  return unionOf(sql, splitRange(range, ['quarter']), ({ span, ...bounds }) =>
    span
      ? sql`
          select currency, starts_at as at, completed, pending, cancelled, completed_amount, pending_amount
          from order_sums
          where store_id = ${storeId} and ${inRange(sql, 'starts_at', bounds)}`
      : sql`
          select
            currency, created_at as at, is_completed(status)::int as completed,
            (status = 'pending')::int as pending, (status = 'cancelled')::int as cancelled,
            case when is_completed(status) then total else 0 end as completed_amount,
            case when status = 'pending' then total else 0 end as pending_amount
          from orders
          where store_id = ${storeId} and ${inRange(sql, 'created_at', bounds)} and not is_test`,
  )
}

export function soldProducts(sql: Sql, storeId: string, range: Range | 'ever') {
  if (range === 'ever') {
    return sql`
      select product_id, currency, units as units_sold, gross
      from product_sums
      where store_id = ${storeId} and span = 'ever'`
  }
  const pieces = unionOf(sql, splitRange(range, ['week', 'day']), ({ span, ...bounds }) =>
    span
      ? sql`
          select product_id, currency, sum(units) as units, sum(gross) as gross
          from product_sums
          where store_id = ${storeId} and span = ${span} and ${inRange(sql, 'starts_at', bounds)}
          group by product_id, currency`
      : sql`
          select item."productId", currency, sum(item.quantity), sum(item.subtotal)
          from orders
          cross join jsonb_to_recordset(items) as item ("productId" text, quantity integer, subtotal numeric)
          where store_id = ${storeId} and ${inRange(sql, 'created_at', bounds)}
          and is_completed(status) and not is_test
          group by item."productId", currency`,
  )
  return sql`
    select product_id, currency, sum(units) as units_sold, sum(gross) as gross
    from (${pieces}) as pieces (product_id, currency, units, gross)
    group by product_id, currency`
}

type Query = ReturnType<Sql>

// A `union all` branch per piece instead of a join with a list: the planner estimates that a range of two parameters reads
// a small part of the index, and that a join reads most of the table.
function unionOf(sql: Sql, pieces: Piece[], select: (piece: Piece) => Query): Query {
  return pieces.map(select).reduce((all, part) => sql`${all} union all ${part}`)
}

function inRange(sql: Sql, column: string, { from, to }: Range) {
  const [since, until] = [new Date(from).toISOString(), new Date(to).toISOString()]
  return sql`${sql(column)} >= ${since} and ${sql(column)} < ${until}`
}
