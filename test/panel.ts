import { newSecret } from '../src/core/values/id.ts'
import { createSession } from '../src/features/sessions/session.ts'
import { addMember } from '../src/features/team/change.ts'
import type { Role } from '../src/core/auth/roles.ts'
import type { Service } from './service.ts'
import { anAccount, anAddress, aStore } from './factories.ts'
import { withoutIndentation } from './markup.ts'

type Fields = Record<string, string | readonly string[]> | [string, string][]

/** A response of the panel; `location` and the cookies are what a browser would follow and keep. */
export type Page = { status: number; headers: Headers; text: string; location: string | null }

export type Person = Awaited<ReturnType<typeof signedIn>>

/** Somebody signed in to the panel, with a browser's cookies: what they open and send. */
export async function signedIn(service: Service, accountId: string) {
  const { id, token } = await createSession(service.sql, { accountId, device: 'Chrome en Android' })
  return { accountId, sessionId: id, token, ...aVisitor(service, new Map([['vitrina', token]])) }
}

/** A browser with a unique IP address, signed in or not. */
export function aVisitor(service: Service, cookies = new Map<string, string>(), from = anAddress()) {
  const ask = (path: string, init: RequestInit = {}) =>
    request(service, cookies, path, {
      ...init,
      headers: { ...from, ...(init.headers as Record<string, string>) },
    })
  const postMultipart = (path: string, fields: (readonly [string, string | File])[]) => {
    const body = new FormData()
    body.append('_key', newSecret(24))
    for (const [name, value] of fields) body.append(name, value)
    return ask(path, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body })
  }
  return {
    cookies,
    get: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    /** Sends a form as the browser does from a page of the panel. Each call has a new idempotency key unless one is given. */
    post: (path: string, fields: Fields = {}, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams([['_key', newSecret(24)], ...entriesOf(fields)]),
      }),
    /** The same with photos, as `multipart/form-data`. */
    postPhotos: (path: string, fields: Fields, photos: File[]) =>
      postMultipart(path, [...entriesOf(fields), ...photos.map((photo) => ['photos', photo] as const)]),
    /** The same with a file for each of some fields. */
    postFiles: (path: string, fields: Fields, files: Record<string, File>) =>
      postMultipart(path, [...entriesOf(fields), ...Object.entries(files)]),
    /** Follows the redirect of a form, as a browser does. */
    follow: ({ location }: Page) => ask(location!),
  }
}

/** A store and one signed in who has this role there; `base` is where its pages begin. */
export async function aMember(service: Service, role: Role, overrides: Parameters<typeof aStore>[1] = {}) {
  const store = await aStore(service, overrides)
  const accountId = role === 'OWNER' ? store.ownerId : (await anAccount(service)).id
  if (role !== 'OWNER') await addMember(service.sql, store.id, accountId, role)
  return { store, base: `/panel/t/${store.slug}`, person: await signedIn(service, accountId) }
}

const entriesOf = (fields: Fields): [string, string][] =>
  Array.isArray(fields)
    ? fields
    : Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      )

async function request(
  { url }: Service,
  cookies: Map<string, string>,
  path: string,
  init: RequestInit,
): Promise<Page> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(new URL(path, url), {
    ...init,
    redirect: 'manual',
    headers: { cookie, 'accept-encoding': 'identity', ...(init.headers as Record<string, string>) },
  })
  for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
  const { status, headers } = response
  return { status, headers, text: await textOf(response), location: headers.get('location') }
}

/** A stream of events has no end. */
async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/html')) return withoutIndentation(await response.text())
  if (!type.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
