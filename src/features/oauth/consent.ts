import { t } from '../../core/texts/text.ts'
import type { FastifyRequest } from 'fastify'
import { STORE_SCOPES, type Scope } from '../../core/auth/scopes.ts'
import type { Db, Sql } from '../../core/database/db.ts'
import { forbidden, invalid } from '../../core/errors/errors.ts'
import { type Role, ROLE_PERMISSIONS } from '../../core/auth/roles.ts'
import { destinationOf, isOnOwnMachine } from './client-metadata.ts'
import { findClient } from './clients.ts'
import { REQUEST_COOKIE } from './cookies.ts'
import { createGrant } from './grant.ts'
import { findRequest, resolveRequest } from './adapters.ts'

export type ConsentRequest = {
  clientId: string
  clientName: string
  /** The host that publishes the client's metadata; null for a client that registered itself: its name is unverified. */
  clientHost: string | null
  /** The host, or the scheme of an app, that the person and the code are redirected to. */
  redirectHost: string
  isOnOwnMachine: boolean
  scopes: Scope[]
}

/** This browser's authorization request; undefined when it expired or belongs to another browser. */
export async function findConsentRequest(
  sql: Sql,
  { cookies }: FastifyRequest,
  id: string,
): Promise<ConsentRequest | undefined> {
  if (cookies[REQUEST_COOKIE] !== id) return undefined
  const params = (await findRequest(sql, id))?.params as Record<string, string> | undefined
  const client = params && (await findClient(sql, params['client_id']!))
  if (!client) return undefined
  const requested = params['scope']!.split(' ')
  return {
    clientId: client.client_id,
    clientName: client.client_name,
    clientHost: URL.parse(client.client_id)?.host ?? null,
    redirectHost: destinationOf(params['redirect_uri']!),
    isOnOwnMachine: isOnOwnMachine(params['redirect_uri']!),
    scopes: STORE_SCOPES.filter((scope) => requested.includes(scope)),
  }
}

export type ConsentStore = { id: string; name: string; role: Role }

export const listConsentStores = (sql: Sql, accountId: string) => sql<ConsentStore[]>`
  select stores.id, stores.name, members.role
  from members
  join stores on stores.id = members.store_id
  left join panel_visits on panel_visits.account_id = members.account_id and panel_visits.store_id = stores.id
  where members.account_id = ${accountId} and stores.deleted_at is null
  order by panel_visits.store_id is null, stores.name, stores.id
  limit 100`

export const grantable = (role: Role, scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => ROLE_PERMISSIONS[role].includes(scope))

type Consent = { id: string; accountId: string; storeId: string; scopes: Scope[] }

/** Creates the grant that a person consents to; does nothing the second time. @throws 400 on `storeId` and on `scopes`, 403 */
export function consent(sql: Db, request: ConsentRequest, { id, accountId, storeId, scopes }: Consent) {
  return sql.begin(async (tx) => {
    if (await isResolved(tx, id)) return
    const [member] = await tx<{ role: Role }[]>`
      select members.role
      from members
      join stores on stores.id = members.store_id and stores.deleted_at is null
      where members.store_id = ${storeId} and members.account_id = ${accountId}`
    if (!member) throw invalid('storeId', 'not_found', t('Elige una de tus tiendas'))
    const requested = scopes.filter((scope) => request.scopes.includes(scope))
    const granted = grantable(member.role, requested)
    if (granted.length === 0)
      throw invalid('scopes', 'min_items', t('Deja marcado al menos un permiso que tu papel permita'))
    const { clientId, clientName, redirectHost } = request
    const name = await createGrant(tx, {
      storeId,
      accountId,
      clientId,
      clientName,
      redirectHost,
      scopes: granted,
    })
    await resolveRequest(tx, id, { login: { accountId, remember: false }, consent: { grantId: name } })
  })
}

export function denyConsent(sql: Db, id: string) {
  return sql.begin(async (tx) => {
    if (await isResolved(tx, id)) return
    const description = 'The person did not let the assistant in'
    await resolveRequest(tx, id, { error: 'access_denied', error_description: description })
  })
}

async function isResolved(tx: Sql, id: string): Promise<boolean> {
  const request = await findRequest(tx, id)
  if (!request) throw forbidden(t('Esta solicitud ya venció: vuelve a conectar el asistente'))
  return request.result !== undefined
}
