import { Type } from 'typebox'
import { Body } from '../core/http/schema.ts'
import { seedLoad } from '../../bench/seed/seed.ts'
import { checked } from './check.ts'
import type { Call } from './command.ts'

const Load = Body({
  stores: Type.Integer({ minimum: 1, maximum: 10_000 }),
  products: Type.Integer({ minimum: 0, maximum: 10_000 }),
  orders: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
})

export function seed({ sql, flags }: Call) {
  const { stores, products, orders } = flags
  return seedLoad(
    sql,
    checked(Load, { stores: Number(stores), products: Number(products), orders: Number(orders) }),
  )
}
