import { t, type Localized } from '../../../core/texts/text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, notFound, paymentRequired } from '../../../core/errors/errors.ts'
import { applyLimit } from '../../../core/limits/rate-limit.ts'
import { readSessionCookie } from '../../../features/sessions/cookie.ts'
import { PERSON_LIMIT, type PanelStore, type SessionLookup } from '../../../features/sessions/lookup.ts'
import { type Permission, ROLE_PERMISSIONS, type Role } from '../../../core/auth/roles.ts'

export class SignInRequired extends Error {}

/** Rejects forms that other sites send (CSRF). @throws 403 */
export function rejectOtherSites({ method, headers, server }: FastifyRequest): void {
  if (method === 'GET') return
  const site = headers['sec-fetch-site']
  const isOurs = site === undefined ? headers.origin === server.panelUrl : site === 'same-origin'
  if (!isOurs)
    throw forbidden(
      t('Este formulario no viene del panel. Ábrelo en {address}', { address: `${server.panelUrl}/panel` }),
    )
}

/** Redirects to PANEL_URL where the panel has its own host. @returns whether it redirected */
export function sendToOwnHost(request: FastifyRequest, reply: FastifyReply): boolean {
  const { panelUrl, publicUrl } = request.server
  if (panelUrl === publicUrl || request.host !== new URL(publicUrl).host) return false
  void reply.redirect(panelUrl + request.url, redirectCode(request, 301))
  return true
}

/** 308 for a form, so that the browser repeats its method and body. */
export const redirectCode = ({ method }: FastifyRequest, otherwise: 301 | 303) =>
  method === 'GET' ? otherwise : 308

export async function findSignedIn(request: FastifyRequest, reply: FastifyReply, slug: string | null) {
  const token = readSessionCookie(request)
  const found = token === undefined ? undefined : await request.server.findSession(token, slug)
  if (!found) return null
  applyLimit(reply, PERSON_LIMIT, found.hit)
  if (found.session.language) request.language = found.session.language
  return found
}

/** What the pages of a suspended store offer: its orders, to be read, and its plan. */
const WHILE_SUSPENDED = new Set<Permission>(['orders:read', 'billing'])

/** The store in the address, if the member's role may open the page. @throws 404, 402, RoleForbidden */
export function authorizeStore(
  { store }: SessionLookup,
  needs: Permission | undefined,
  isReadWhileSuspended?: true,
): PanelStore {
  if (!store) throw notFound(t('La tienda'))
  const isOpen = store.billingState === 'active' || needs === 'billing' || isReadWhileSuspended
  if (!isOpen) throw paymentRequired(store.slug)
  if (needs && !ROLE_PERMISSIONS[store.role].includes(needs)) throw new RoleForbidden(needs, store)
  return store
}

export const hasPermission = ({ role, billingState }: PanelStore, permission: Permission) =>
  ROLE_PERMISSIONS[role].includes(permission) &&
  (billingState === 'active' || WHILE_SUSPENDED.has(permission))

export class RoleForbidden extends Error {
  readonly needs: Permission
  readonly store: PanelStore

  constructor(needs: Permission, store: PanelStore) {
    super(`${store.role} may not ${needs}`)
    this.needs = needs
    this.store = store
  }
}

export const roleNames: Record<Role, Localized> = {
  OWNER: t('dueño/a'),
  ADMIN: t('encargado/a'),
  STAFF: t('ayudante'),
}

/** What each may do, as it is said where a role is shown or given. */
export const roleTasks: Record<Role, Localized> = {
  OWNER: t('puede todo: también el plan, nombrar dueños y eliminar la tienda'),
  ADMIN: t('puede todo menos el plan, nombrar dueños y eliminar la tienda'),
  STAFF: t('atiende pedidos, clientes y productos; no ve el reporte ni cambia los ajustes'),
}

/** `dueño/a o encargado/a` */
export const rolesWith = (permission: Permission): Localized =>
  (Object.keys(ROLE_PERMISSIONS) as Role[])
    .filter((role) => ROLE_PERMISSIONS[role].includes(permission))
    .map((role) => roleNames[role])
    .reduce((one, other) => t('{one} o {other}', { one, other }))
