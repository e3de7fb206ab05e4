import type { Change } from '../changes/change.ts'
import { coffee, ids } from './example-store.ts'

const changed = '2026-03-02T14:05:09.702Z'
const undone = '2026-03-02T14:09:31.480Z'

export const change: Change = {
  id: 'x4c8n1w6k9b3m7t2h5v0d8qz',
  summary: `Ana Morales cambió el precio de ${coffee.name} de 85 a 89`,
  by: 'panel',
  actor: { accountId: 'a7m2x9k4w1d6h3b8t5n0v2cq', name: 'Ana Morales' },
  keyId: null,
  items: [
    {
      resource: 'product',
      id: ids.coffee,
      name: coffee.name,
      action: 'update',
      before: { price: 85 },
      after: { price: 89 },
    },
  ],
  itemCount: 1,
  canUndo: true,
  undoes: null,
  undoneBy: null,
  createdAt: changed,
}

export const undo: Change = {
  ...change,
  id: 'z1h6t3w8k5b2m9x4c7n0v6dq',
  summary: `Ana Morales deshizo un cambio: cambió el precio de ${coffee.name} de 89 a 85`,
  items: [{ ...change.items[0]!, before: { price: 89 }, after: { price: 85 } }],
  undoes: change.id,
  createdAt: undone,
}
