import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import inject from 'light-my-request'
import { transaction, type Sql } from '../core/database/db.ts'
import { unexpected } from '../core/errors/errors.ts'
import type { App } from '../core/http/app.ts'
import { issuerOf } from './addresses.ts'
import { metadataDocuments } from './metadata-document.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authorizationServer: AuthorizationServer
  }
}

type ProviderRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  payload?: string
  /** The client of the request, where it is known: its metadata document is refreshed first. */
  clientId?: string | null
  /** Where the request comes from. */
  address?: string
}

type ProviderResponse = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

type AuthorizationServer = ReturnType<typeof authorizationServer>

type Call = { sql: Sql; failure: unknown }

/** Passes requests to the OAuth library, which is imported on first use. Each request is one transaction. */
export function authorizationServer(app: App) {
  const calls = new AsyncLocalStorage<Call>()
  const refreshDocument = metadataDocuments(app)
  const { host, protocol } = new URL(issuerOf(app))
  let handler: Promise<inject.DispatchFunc> | undefined

  return { handle }

  /** The response of the library. @throws the error of a query, 500 */
  async function handle({
    clientId,
    address = '',
    headers = {},
    ...request
  }: ProviderRequest): Promise<ProviderResponse> {
    handler ??= open()
    const dispatch = await handler
    // Token requests come from clients that the authorization request has stored already.
    if (clientId) await refreshDocument(clientId, { mayBeNew: request.method === 'GET', address })
    return transaction(app.sql, async (tx) => {
      const call: Call = { sql: tx, failure: undefined }
      const sent = { ...headers, host, 'x-forwarded-proto': protocol.slice(0, -1) }
      // Awaited inside `run`: `inject` starts the request with the first `then`.
      const response = await calls.run(
        call,
        async () => await inject(dispatch, { ...request, headers: sent }),
      )
      if (response.statusCode >= 500) throw call.failure ?? unexpected()
      return { status: response.statusCode, headers: response.headers, body: response.payload }
    })
  }

  async function open(): Promise<inject.DispatchFunc> {
    const current = () => calls.getStore()!.sql
    const provider = await import('./provider.ts').then(({ createProvider }) => createProvider(app, current))
    const note = (error: unknown) => {
      const call = calls.getStore()
      if (call) call.failure = error
    }
    provider.on('server_error', (_context, error) => note(error))
    ;(provider as EventEmitter).on('error', note)
    const handle = provider.callback()
    return (request, response) => void handle(request, response)
  }
}
