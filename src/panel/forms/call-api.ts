import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { runAsCaller } from '../../core/auth/internal-caller.ts'
import { RelayedError, type ApiError } from '../../core/errors/errors.ts'
import { ACCOUNT_SCOPES } from '../../core/auth/scopes.ts'
import type { PanelStore } from '../../sessions/lookup.ts'
import type { Session } from '../../sessions/session.ts'
import { ROLE_PERMISSIONS } from '../../team/permissions.ts'

/** `data` is the documented body of the operation. */
export type ApiResponse = { status: number; body: { data: Record<string, unknown> } }

type ApiCall = {
  method: string
  address: string
  body?: object | undefined
  /** The bytes of a file in place of a JSON body. */
  file?: { type: string; path: string }
  headers?: Record<string, string>
}

/**
 * Calls a route of the API in-process as the signed-in person, with their role's permissions as scopes. Without a store it is
 * an account-level call. @throws ApiError when the route responds with an error, 5xx too
 */
export async function callApi(
  request: FastifyRequest,
  session: Session,
  store: PanelStore | null,
  { method, address, body, file, headers = {} }: ApiCall,
): Promise<ApiResponse> {
  const key = {
    id: `account:${session.accountId}`,
    kind: store ? ('STORE' as const) : ('ACCOUNT' as const),
    accountId: session.accountId,
    isGrant: false,
    scopes: store ? ROLE_PERMISSIONS[store.role] : ACCOUNT_SCOPES,
  }
  const response = await runAsCaller(
    { actor: 'panel', key, store, changeId: request.changeId },
    async () =>
      // `inject` starts when it is awaited, which must happen inside `runAsCaller`.
      await request.server.inject({
        method: method as 'POST',
        url: `/api/v1${address}`,
        headers: {
          'x-request-id': request.id,
          ...(body && { 'content-type': 'application/json' }),
          ...(file && { 'content-type': typeOf(file) }),
          ...headers,
        },
        ...(body && { payload: JSON.stringify(body) }),
        ...(file && { payload: createReadStream(file.path) }),
      }),
  )
  const parsed: unknown = JSON.parse(response.payload)
  if (response.statusCode >= 400) throw new RelayedError(response.statusCode, parsed as ApiError['body'])
  return { status: response.statusCode, body: parsed as ApiResponse['body'] }
}

/** The content type of a picture; other types that the browser gives are not trusted. */
const typeOf = ({ type }: { type: string }) =>
  /^image\/[\w.+-]{1,40}$/.test(type) ? type : 'application/octet-stream'
