import type { FastifyReply, FastifyRequest } from 'fastify'
import { findKnownDevice } from '../../accounts/known-device.ts'
import type { Sql } from '../../core/database/db.ts'
import type { Limit } from '../../core/limits/rate-limit.ts'
import { cookieName, cookieOptions } from '../../sessions/cookie.ts'
import { browserOf } from '../access/sign-in.ts'
import type { PublicContext } from '../page.ts'
import { deleteDraft, draftOwnerOf, LOST_PHOTOS, readDraft, saveDraft, storedFields } from './drafts.ts'
import { lastOf, type SentForm } from './form-fields.ts'
import { accountOfKey, type TypedForm } from './form.ts'
import { readForm } from './read-form.ts'

/** The form's address, where a draft waits for it; nothing that opens it. */
const NAME = 'vitrina-form'
const SECONDS = 3600
const NOT_KEPT = '-'

/** Bytes of a form: a product with 100 variants has some 60 KB, a till with 100 lines 20 KB. */
const MAX_BYTES = 256 * 1024
/** For each account: nobody types more. */
const LIMIT: Limit = { name: 'unsent-form', max: 30, seconds: 600 }

/**
 * Keeps a form that was sent without a session as a draft of the account that it was rendered for, if that account has signed in
 * from this browser before, and not ended that since. Passwords are left out, and photos: those are named.
 */
export async function saveForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const action = request.url.split('?')[0]!
  const isKept = await keep(request, action, await readForm(request, reply, null))
  const { server } = reply
  void reply.setCookie(cookieName(server, NAME), isKept ? action : NOT_KEPT, {
    ...cookieOptions(server),
    maxAge: SECONDS,
  })
}

async function keep(request: FastifyRequest, action: string, { fields, files }: SentForm): Promise<boolean> {
  const { sql, hits } = request.server
  const accountId = accountOfKey(lastOf(fields, '_key') ?? '')
  const stored = storedFields(fields)
  if (files.length > 0) stored[LOST_PHOTOS] = files.map(({ filename }) => filename)
  if (accountId === null || Buffer.byteLength(JSON.stringify(stored)) > MAX_BYTES) return false
  if ((await findKnownDevice(sql, accountId, browserOf(request).deviceToken)) === null) return false
  if ((await hits.count(LIMIT, accountId)).hitNumber > LIMIT.max) return false
  const { slug } = request.params as { slug?: string }
  const storeId = slug === undefined ? accountId : await storeOf(sql, accountId, slug)
  if (storeId === null) return false
  await saveDraft(sql, { storeId, accountId }, pathBelow(action, slug), stored)
  return true
}

/** The store with this slug, if the account is a member. */
async function storeOf(sql: Sql, accountId: string, slug: string): Promise<string | null> {
  const [member] = await sql<{ storeId: string }[]>`
    select members.store_id
    from slugs
    join members on members.store_id = slugs.store_id and account_id = ${accountId}
    where slug = ${slug} and (held_until is null or held_until > now())`
  return member?.storeId ?? null
}

/** `/productos/nuevo` of a store, `/cuenta` outside of one. */
const pathBelow = (action: string, slug?: string) =>
  action.slice((slug === undefined ? '/panel' : `/panel/t/${slug}`).length)

/** What the sign-in page says about a form that was sent without a session. */
export function savedFormNotice(request: FastifyRequest): string | null {
  const action = actionOf(request)
  if (action === null) return null
  return action === NOT_KEPT
    ? 'Tu sesión venció, y lo que escribiste no se pudo conservar.'
    : 'Tu sesión venció. Entra otra vez: lo que escribiste te espera.'
}

const actionOf = ({ cookies, server }: FastifyRequest): string | null =>
  cookies[cookieName(server, NAME)] ?? null

/**
 * The form that was sent without a session, if it is one of these and this account's: shown once, except where the page keeps its
 * drafts itself.
 */
export async function takeSavedForm(
  context: PublicContext,
  findForm: (action: string) => { hasDraft?: true } | undefined,
): Promise<TypedForm | null> {
  const { request, reply, session, base, store, sql } = context
  const action = actionOf(request)
  const form = action === null ? undefined : findForm(action)
  if (!form || action === null || !session) return null
  if (form.hasDraft) {
    clearSavedForm(reply)
    return null
  }
  const owner = draftOwnerOf({ store, session })
  const path = action.slice(base.length)
  const fields = await readDraft(sql, owner, path)
  if (!fields) return null // another person's, who may come back
  clearSavedForm(reply)
  await deleteDraft(sql, owner, path)
  return {
    action,
    fields,
    issues: [],
    message: `${KEPT} ${lostPhotosText(fields.get(LOST_PHOTOS) ?? [])}`.trim(),
  }
}

const KEPT = 'Tu sesión venció antes de guardar. Lo que escribiste sigue aquí: revísalo y guárdalo otra vez.'

/** Which photos have to be chosen again; empty for none. */
export function lostPhotosText(names: readonly string[]): string {
  if (names.length === 0) return ''
  const listed = names.map((name) => `«${name.slice(0, 60)}»`).join(', ')
  return `Elige otra vez ${listed}: no ${names.length === 1 ? 'llegó' : 'llegaron'} a subir.`
}

export function clearSavedForm(reply: FastifyReply): void {
  void reply.clearCookie(cookieName(reply.server, NAME), cookieOptions(reply.server))
}
