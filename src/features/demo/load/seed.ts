import { createAccount } from '../../accounts/create.ts'
import { createApiKey } from '../../api-keys/create.ts'
import type { Db } from '../../../core/database/db.ts'
import { newId, newSecret } from '../../../core/values/id.ts'
import { STORE_SCOPES } from '../../../core/auth/scopes.ts'
import { addStore } from '../../stores/create.ts'
import { fillActivity, fillCatalog } from './fill-catalog.ts'
import { customersOf, fillOrders } from './fill-orders.ts'

type Load = { stores: number; products: number; orders: number }

/** For benchmarks, spread over the last year: a tenth as many customers and reviews as orders. */
export async function seedLoad(sql: Db, load: Load) {
  const batch = newId().slice(0, 8)
  const owner = await createAccount(sql, { email: `carga-${batch}@ejemplo.test`, password: newSecret(24) })
  const keys = []
  for (let n = 1; n <= load.stores; n++) {
    const store = await sql.begin((tx) =>
      addStore(tx, {
        ownerId: owner.id,
        name: `Tienda de carga ${n}`,
        slug: `carga-${batch}-${n}`,
        currency: 'GTQ',
        plan: 'pro',
      }),
    )
    const name = 'Prueba de carga'
    const { key } = await createApiKey(sql, {
      accountId: owner.id,
      storeId: store.id,
      name,
      scopes: [...STORE_SCOPES],
    })
    await fillStore(sql, store.id, load)
    keys.push({ storeId: store.id, slug: store.slug, key })
  }
  await vacuumTables(sql)
  const total = (each: number) => each * load.stores
  return {
    stores: load.stores,
    products: total(load.products),
    orders: total(load.orders),
    customers: total(customersOf(load.orders)),
    keys,
  }
}

async function fillStore(sql: Db, storeId: string, { products, orders }: Load) {
  await sql.begin(async (tx) => {
    await tx`
      select
        set_config('statement_timeout', '0', true), set_config('plan_cache_mode', 'auto', true),
        set_config('work_mem', '256MB', true)`
    await fillCatalog(tx, storeId, products)
    if (products > 0 && orders > 0) await fillOrders(tx, storeId, orders)
    await fillActivity(tx, storeId, orders)
  })
}

/** Vacuums and analyzes the tables, as autovacuum would have within a year. */
async function vacuumTables(sql: Db) {
  const connection = await sql.reserve()
  try {
    await connection`set statement_timeout = 0`
    await connection`
      vacuum (analyze) products, variants, customers, customer_names, orders, reviews, counters, catalog_events,
        order_sums, product_sums`
  } finally {
    await connection`reset statement_timeout`
    connection.release()
  }
}
