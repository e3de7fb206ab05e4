import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../core/http/app.ts'
import type { PanelStore, SessionLookup } from '../../../features/sessions/lookup.ts'
import { newId } from '../../../core/values/id.ts'
import { formAt, type SubmittedForm } from '../forms/form.ts'
import type { AccountContext, PublicContext, StoreContext } from '../page.ts'
import { hasPermission } from './guards.ts'

export type RequestParts = { app: App; request: FastifyRequest; reply: FastifyReply }

export function publicContext(parts: RequestParts, found: SessionLookup | null): PublicContext {
  const { request } = parts
  const changeId = newId()
  return {
    ...parts,
    changeId,
    sql: sqlOf(parts, found, changeId),
    params: request.params as Record<string, string>,
    query: textsOf(request.query),
    base: '/panel',
    session: found?.session ?? null,
    store: null,
    files: [],
    submitted: null,
    form: formsBelow('/panel', null),
  }
}

export const withSubmitted = <C extends PublicContext>(context: C, submitted: SubmittedForm | null): C => ({
  ...context,
  submitted,
  form: formsBelow(context.base, submitted),
})

const formsBelow =
  (base: string, submitted: SubmittedForm | null): PublicContext['form'] =>
  (path, fields) => {
    const action = base + path
    if (fields) return formAt(action, { fields, issues: [], message: '' })
    return formAt(action, submitted?.action === action ? submitted : null)
  }

/** Queued by the account; the transactions of a form without an API operation are attributed to the person. */
function sqlOf({ app, request }: RequestParts, found: SessionLookup | null, changeId: string) {
  if (!found) return app.sql
  const { accountId } = found.session
  if (request.method === 'GET') return app.sql.readsQueuedBy(accountId)
  return app.sql.queuedBy(accountId).attributedTo({ changeId, by: 'panel', accountId, keyId: null })
}

export const accountContext = (parts: RequestParts, found: SessionLookup): AccountContext => ({
  ...publicContext(parts, found),
  session: found.session,
})

export function storeContext(parts: RequestParts, found: SessionLookup, store: PanelStore): StoreContext {
  const base = `/panel/t/${store.slug}`
  return {
    ...accountContext(parts, found),
    store,
    base,
    form: formsBelow(base, null),
    can: (permission) => hasPermission(store, permission),
  }
}

/** The last value of each parameter, truncated and without characters that a query can't take. */
export function textsOf(query: unknown, maxLength = 200): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => {
      const text = ([value].flat().at(-1) ?? '').slice(0, maxLength)
      return [
        name,
        text
          .replaceAll(/\p{Cc}/gu, ' ')
          .toWellFormed()
          .trim(),
      ]
    }),
  )
}

/** The page of the store that a form was sent from, with its filters, read from `Referer`. */
export function whereFrom(context: PublicContext, otherwise: string): string {
  const { pathname = '', search = '' } = refererOf(context) ?? {}
  const isOfStore = pathname === context.base || pathname.startsWith(`${context.base}/`)
  return isOfStore ? pathname.slice(context.base.length) + search : otherwise
}

export const cameFrom = (context: PublicContext, path: string): boolean =>
  refererOf(context)?.pathname === context.base + path

function refererOf({ request }: PublicContext): URL | null {
  const { referer = '' } = request.headers
  return URL.canParse(referer) ? new URL(referer) : null
}
