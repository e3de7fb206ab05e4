import type { TSchema } from 'typebox'
import type { App } from '../../core/http/app.ts'
import type { Db } from '../../core/database/db.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { shopUrl } from '../../features/stores/address.ts'

/** The release of the Universal Commerce Protocol, which is the version of each of its capabilities too. */
export const VERSION = '2026-04-08'

/** What a shop can do, with its specification and its schema below `https://ucp.dev/{VERSION}/`. */
export const capabilities = {
  'dev.ucp.shopping.catalog.search': ['specification/catalog/search', 'catalog_search'],
  'dev.ucp.shopping.catalog.lookup': ['specification/catalog/lookup', 'catalog_lookup'],
  'dev.ucp.shopping.cart': ['specification/cart', 'cart'],
} as const
export type Capability = keyof typeof capabilities
export const allCapabilities = new Set(Object.keys(capabilities) as Capability[])

/** Who asks: the shop that is asked, and what an assistant's platform has in common with us. */
export type Caller = { app: App; sql: Db; shop: Shop; common: Set<Capability> }
type Call<B> = Caller & { body: B; id: string; idempotencyKey: string | null }

/** One operation: its address below `…/ucp/v1`, the tool of the same work, and what both take. */
export type UcpOperation = {
  tool: string
  rest: `${'GET' | 'POST' | 'PUT'} ${string}`
  capability: Capability
  title: string
  /** When a model uses the tool, and what comes back. */
  description: string
  /** The name of the body among the tool's arguments. */
  argument?: 'catalog' | 'cart'
  body?: TSchema
  /** 200 where nothing is said. */
  status?: 201
  isRead: boolean
  run(call: Call<never>): Promise<object>
}

/** Declares an operation; `run` gets the body as its schema says. */
export const ucpOperation = <B>(
  declaration: Omit<UcpOperation, 'run'> & { run(call: Call<B>): Promise<object> },
): UcpOperation => declaration

export type Message = {
  type: 'error' | 'warning' | 'info'
  code: string
  content: string
  path?: string
  severity?: 'recoverable' | 'requires_buyer_input' | 'unrecoverable'
}

/** What the release answers with 200 and `ucp.status` `error`: there is nothing that was asked for. */
export class NoResult extends Error {
  readonly messages: Message[]

  constructor(...messages: Message[]) {
    super(messages[0]!.code)
    this.messages = messages
  }
}

export async function perform(operation: UcpOperation, call: Call<unknown>) {
  const { app, shop, common } = call
  const { capability, status = 200 } = operation
  const active = common.has(capability) ? { [capability]: [{ version: VERSION }] } : {}
  const envelope = (outcome: 'success' | 'error') => ({
    version: VERSION,
    status: outcome,
    capabilities: active,
  })
  try {
    if (!common.has(capability)) throw new NoResult(incompatible(capability))
    const result = await operation.run(call as Call<never>)
    return { status, body: { ucp: envelope('success'), ...result } }
  } catch (error) {
    if (!(error instanceof NoResult)) throw error
    const { messages } = error
    return { status: 200, body: { ucp: envelope('error'), messages, continue_url: shopUrl(app, shop) } }
  }
}

const incompatible = (capability: Capability): Message => ({
  type: 'error',
  code: 'capabilities_incompatible',
  content: `Tu plataforma no declara ${capability} en la versión ${VERSION}`,
  severity: 'unrecoverable',
})
