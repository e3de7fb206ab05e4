import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Service } from './service.ts'

/** Opens the store's shop at a domain, as a check of its DNS does. */
export async function openDomain({ sql }: Pick<Service, 'sql'>, store: { id: string }, domain: string) {
  await sql`
    insert into domains (store_id, domain, state, proved_at, opened_at, leads_here)
    values (${store.id}, ${domain}, 'open', now(), now(), true)
    on conflict (store_id) do update
    set domain = excluded.domain, state = excluded.state, opened_at = now()`
  await sql`update stores set domain = ${domain} where id = ${store.id}`
}

/** The end of the grace after a downgrade. */
export async function redirectDomain({ sql }: Pick<Service, 'sql'>, store: { id: string }) {
  await sql`update domains set state = 'redirecting' where store_id = ${store.id}`
  await sql`update stores set domain = null where id = ${store.id}`
}

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
type HostResponse = { status: number; headers: IncomingHttpHeaders; text: string }

/** A request by another host name, which `fetch` can't send. It follows no redirect. */
export async function requestAt(
  { app, url }: Service,
  host: string,
  path: string,
  sent: Sent = {},
): Promise<HostResponse> {
  app.pageVersions.clear()
  app.domains.clear()
  const { method = 'GET', headers = {}, body } = sent
  const { hostname, port } = new URL(url)
  const outgoing = httpRequest({ hostname, port, path, method, headers: { ...headers, host } })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, text: await text(response) }
}
