import type { Sql } from '../../core/database/db.ts'
import { readPages } from '../../core/database/read-pages.ts'
import { customerColumns, type Customer } from './customer.ts'

const PAGE = 500

export const readAllCustomers = (sql: Sql, storeId: string): AsyncGenerator<Customer[]> =>
  readPages<Customer>(
    PAGE,
    (last) => sql<Customer[]>`
      select ${customerColumns(sql)}
      from customers
      cross join (select currency from stores where id = ${storeId}) as store
      where customers.store_id = ${storeId} and order_count > 0 and customers.id > ${last?.id ?? ''}
      order by customers.id
      limit ${PAGE}`,
  )
