import { isRead, type AnyOperation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import type { Addresses } from '../../features/stores/address.ts'

export type Tool = {
  name: string
  title: string
  description: string
  operation: AnyOperation
  id?: string
  /** The result has texts that customers wrote: data, never instructions. */
  hasCustomerText?: true
  sendsWebhooks?: true
  /** Reads the resource before the call; of tools that change or delete one. @throws 404 */
  before?: LoadBefore
}

export type LoadBefore = (sql: Sql, storeId: string, id: string, service: Addresses) => Promise<object>

export const isWriting = ({ operation }: Pick<Tool, 'operation'>) => !isRead(operation)

export type Effect = 'create' | 'update' | 'delete'

export function effectOf({ operation: { method, path }, before }: Tool): Effect {
  if (method === 'DELETE' && path.endsWith('/:id')) return 'delete'
  return before || method === 'PUT' ? 'update' : 'create'
}

export function annotationsOf({ operation: { method, response }, sendsWebhooks }: Tool) {
  const isOnlyAdding = method === 'POST' && 201 in response
  return {
    readOnlyHint: method === 'GET',
    ...(method !== 'GET' && { destructiveHint: !isOnlyAdding, idempotentHint: method !== 'POST' }),
    openWorldHint: sendsWebhooks === true,
  }
}
