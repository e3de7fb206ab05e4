import { seedDemo } from '../../features/demo/seed.ts'
import type { Command } from './command.ts'
import { Type } from 'typebox'
import { checked } from './check.ts'

export const demoCommands: Record<string, Command> = {
  'demo seed': {
    flags: '',
    does: 'Creates the demo stores unless they exist, and a new key for the first one',
    async run({ sql, config }) {
      const { store, key, panelUrl, storeUrl } = await seedDemo(sql, config)
      return { store, key, panelUrl, storeUrl }
    },
    unrecorded: true,
    createsDatabase: true,
  },
}

export const loadCommands: Record<string, Command> = {
  'load seed': {
    flags: '--stores N --products N --orders N',
    does: 'Creates stores for benchmarks with this many products and orders, and a key for each',
    async run({ sql, flags }) {
      const { seedLoad } = await import('../../features/demo/load/seed.ts') // an installation may lack the folder
      const { stores, products, orders } = flags
      return seedLoad(
        sql,
        checked(fields, { stores: Number(stores), products: Number(products), orders: Number(orders) }),
      )
    },
    unrecorded: true,
  },
}

const fields = {
  stores: Type.Integer({ minimum: 1, maximum: 10_000 }),
  products: Type.Integer({ minimum: 0, maximum: 10_000 }),
  orders: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
}
