import Type, { type Static } from 'typebox'
import { requireRoom } from '../billing/plans.ts'
import type { App } from '../core/app.ts'
import type { RequestStore } from '../core/auth.ts'
import { transaction, type Sql, type Tx } from '../core/db.ts'
import { newId } from '../core/id.ts'
import { checkAmount } from '../core/money.ts'
import { Body, dataOf } from '../core/schema.ts'
import { shippingOptionColumns } from './columns.ts'
import { settable, ShippingOption } from './shipping-option.ts'

const { name, price, ...optional } = settable
const NewShippingOption = Body({ name, price, ...Type.Partial(Type.Object(optional)).properties })
type NewShippingOption = Static<typeof NewShippingOption>

export function createShippingOptionRoute(app: App) {
  app.post('/shipping', {
    config: { scope: 'shipping:write' },
    schema: {
      operationId: 'createShippingOption',
      summary: 'Crear una opción de envío',
      description: 'Sin `position` queda al final de la lista.',
      body: NewShippingOption,
      response: { 201: dataOf(ShippingOption) },
    },
    async handler({ sql, store, body }, reply) {
      const option = await createShippingOption(sql, store, body)
      reply.code(201).header('location', `/api/v1/shipping/${option.id}`)
      return { data: option }
    },
  })
}

type Where = Pick<RequestStore, 'id' | 'currencyDigits'>

/** @throws 400 on too many digits, 403 `PLAN_LIMIT_REACHED` */
export function createShippingOption(sql: Sql, store: Where, option: NewShippingOption) {
  checkAmount('price', option.price, store.currencyDigits)
  return transaction(sql, async (tx) => {
    await requireRoom(tx, store.id, 'shippingOptions', () => countOptions(tx, store.id))
    const [made] = await tx<[ShippingOption]>`
      insert into shipping_options (
        store_id, id, name, price, description, estimated_delivery, position, is_active
      )
      values (
        ${store.id}, ${newId()}, ${option.name}, ${option.price}, ${option.description || null},
        ${option.estimatedDelivery || null}, ${option.position ?? (await lastPosition(tx, store.id)) + 1},
        ${option.isActive ?? true}
      )
      returning ${shippingOptionColumns(tx)}`
    return made
  })
}

async function countOptions(tx: Tx, storeId: string): Promise<number> {
  const [{ used }] = await tx<[{ used: number }]>`
    select count(*) as used from shipping_options where store_id = ${storeId}`
  return used
}

async function lastPosition(tx: Tx, storeId: string): Promise<number> {
  const [{ last }] = await tx<[{ last: number }]>`
    select coalesce(max(position), -1) as last from shipping_options where store_id = ${storeId}`
  return last
}
