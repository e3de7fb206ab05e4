import type { FastifyRequest } from 'fastify'
import { bearerToken, storeHeader } from '../../core/auth/authenticate.ts'
import { selectStore, type Caller } from '../../core/auth/caller.ts'
import { unauthorized } from '../../core/errors/errors.ts'
import type { AnyOperation } from '../../core/operations/operation.ts'
import { newId } from '../../core/values/id.ts'

/** The key of the message, which was counted, and the store that an argument or the header selects. @throws 400, 401, 403 */
export async function callerFor(
  { server, headers, key: counted }: FastifyRequest,
  store: string | null,
  operation: Pick<AnyOperation, 'accountLevel'>,
): Promise<Caller> {
  const selector = store ?? storeHeader(headers)
  const key = store === null ? counted : await server.lookUpKey(bearerToken(headers), store, 0)
  if (!key) throw unauthorized()
  return { by: 'assistant', key, store: selectStore(key, selector, operation), changeId: newId() }
}
