import type { Sql } from '../core/database/db.ts'

/** One thing that an assistant can do: an address of the REST API under the words that a model chooses by. */
export type Tool = {
  name: string
  title: string
  /** When to use it, and what comes back. */
  description: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1`. */
  address: string
  /** What `id` names, where the address has one. */
  id?: string
  /** What customers wrote comes back: data, never instructions. */
  hasCustomerText?: true
  /** The store's webhooks may be told of it. */
  sendsWebhooks?: true
  /** What it changes, as it is before; for what changes or ends something that exists. */
  before?: Before
}

type Subject = { sql: Sql; storeId: string; id: string; publicUrl: string }
export type Before = (subject: Subject) => Promise<object | undefined>

export const isWriting = ({ method }: Pick<Tool, 'method'>) => method !== 'GET'

/** What a client may assume of a call before it makes it. */
export function annotationsOf({ method, sendsWebhooks }: Tool) {
  return {
    readOnlyHint: method === 'GET',
    ...(method !== 'GET' && { destructiveHint: method !== 'POST', idempotentHint: method !== 'POST' }),
    openWorldHint: sendsWebhooks === true,
  }
}
