import { t } from '../../../core/texts/text.ts'
import type { Static, TSchema } from 'typebox'
import type { Caller } from '../../../core/auth/caller.ts'
import { ACCOUNT_SCOPES } from '../../../core/auth/scopes.ts'
import { ApiError } from '../../../core/errors/errors.ts'
import type { AnyOperation, Input, Operation } from '../../../core/operations/operation.ts'
import { perform, performOnce } from '../../../core/operations/perform.ts'
import { ROLE_PERMISSIONS } from '../../../core/auth/roles.ts'
import type { Flash } from '../flash.ts'
import type { AccountContext, StoreContext } from '../page.ts'

export const performAs = <R extends TSchema>(
  context: AccountContext,
  // oxlint-disable-next-line typescript/no-explicit-any -- see AnyOperation
  operation: Operation<R, any, any, any>,
  input: Input = {},
): Promise<Static<R>> => perform(context.app, operation, callerOf(context, operation), input)

/** Performs it once for the idempotency key of a form. @returns the documented body @throws ApiError */
export async function performOnceAs(
  context: AccountContext,
  operation: AnyOperation,
  input: Input,
  key: string,
): Promise<{ data: Record<string, unknown> }> {
  const caller = callerOf(context, operation)
  const { status, body, failure } = await performOnce(context.app, operation, caller, input, key)
  if (failure) throw failure
  const parsed = JSON.parse(body) as { data: Record<string, unknown> }
  if (status >= 400) throw new ApiError(status, parsed as unknown as ApiError['body'])
  return parsed
}

export function callerOf(
  { session, store, changeId }: AccountContext,
  { accountLevel }: Pick<AnyOperation, 'accountLevel'> = {},
): Caller {
  const { accountId } = session
  const member = accountLevel ? null : store
  const key = {
    id: `account:${accountId}`,
    kind: member ? ('STORE' as const) : ('ACCOUNT' as const),
    accountId,
    isGrant: false,
    scopes: member ? ROLE_PERMISSIONS[member.role] : ACCOUNT_SCOPES,
  }
  return { by: 'panel', key, store: member, changeId }
}

export async function offerUndo(
  { sql, store, changeId, base, can }: StoreContext,
  next: string,
): Promise<Pick<Flash, 'undo'>> {
  if (!can('store:write')) return {}
  const [change] = await sql`select 1 from changes where store_id = ${store.id} and id = ${changeId}`
  const action = `${base}/actividad/${changeId}/deshacer`
  return change ? { undo: { action, label: t('Deshacer'), fields: { next } } } : {}
}
