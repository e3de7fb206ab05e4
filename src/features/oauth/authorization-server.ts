import inject from 'light-my-request'
import { transaction } from '../../core/database/db.ts'
import { unexpected } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { issuerOf } from './addresses.ts'
import { metadataDocuments } from './metadata-document.ts'
import type { Call, openProvider } from './provider.ts'

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
  address?: string
}

type ProviderResponse = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

type AuthorizationServer = ReturnType<typeof authorizationServer>

/** Passes requests to the OAuth library, which is imported on first use. Each request is one transaction. */
export function authorizationServer(app: App) {
  const refreshDocument = metadataDocuments(app)
  const { host, protocol } = new URL(issuerOf(app))
  let opened: Promise<ReturnType<typeof openProvider>> | undefined

  return { handle }

  /** The response of the library. @throws the error of a query, 500 */
  async function handle({
    clientId,
    address = '',
    headers = {},
    ...request
  }: ProviderRequest): Promise<ProviderResponse> {
    opened ??= import('./provider.ts').then((library) => library.openProvider(app))
    const respond = await opened
    // Token requests come from clients that the authorization request has stored already.
    if (clientId) await refreshDocument(clientId, { mayBeNew: request.method === 'GET', address })
    return transaction(app.sql, async (tx) => {
      const call: Call = { sql: tx, failure: undefined }
      const sent = { ...headers, host, 'x-forwarded-proto': protocol.slice(0, -1) }
      const response = await inject((req, res) => respond(Object.assign(req, { call }), res), {
        ...request,
        headers: sent,
      })
      if (response.statusCode >= 500) throw call.failure ?? unexpected()
      return { status: response.statusCode, headers: response.headers, body: response.payload }
    })
  }
}
