import type { App } from '../../core/http/app.ts'
import type { Db } from '../../core/database/db.ts'
import { createHttpClient, NoReply, type Reply } from '../../core/outgoing/outgoing.ts'
import { fairQueue, QueueFull } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { InvalidMetadata, readMetadata, type ClientMetadata } from './client-metadata.ts'
import { hasRoomForClient } from './clients.ts'

const TIMEOUT = 5_000
const MAX_LENGTH = 20_000
const MAX_ADDRESS_LENGTH = 500
/** How long the stored copy is used while the document can't be fetched. */
const RETENTION_DAYS = 7
/** Seconds for which a copy is fresh: the bounds of `max-age`, and the default without one. */
const CACHE_SECONDS = { min: 300, max: 86_400, usual: 3_600 }

/** `address`: the client's, in whose turn a document is fetched. */
type Request = { mayBeNew: boolean; address: string }

/**
 * Client ID metadata documents: the client's id is the URL of its metadata (draft-ietf-oauth-client-id-metadata-document). Not those of
 * the library, whose copies are each process's own: an assistant would be locked out as soon as its document can't be fetched.
 */
export function metadataDocuments(app: App) {
  const { allowPrivateDestinations } = app.config
  const httpClient = createHttpClient({ publicOnly: !allowPrivateDestinations, timeout: TIMEOUT })
  const inTurn = fairQueue(queues.clientDocuments)
  app.addHook('onClose', async () => httpClient.close())

  /**
   * Fetches the document at this URL into `oauth_clients`, unless the copy there is fresh. Ignores ids that are not URLs, and
   * clients that are not stored yet unless `mayBeNew`, because anyone can name any URL.
   */
  return async function refresh(id: string, { mayBeNew, address }: Request): Promise<void> {
    if (!isDocumentAddress(id, allowPrivateDestinations)) return
    const [known] = await app.sql<{ isFresh: boolean }[]>`
      select fresh_until > now() as is_fresh from oauth_clients where id = ${id}`
    if (known?.isFresh) return
    if (!known && !(mayBeNew && (await hasRoomForClient(app.sql)))) return
    try {
      const get = () => httpClient.get({ url: id, headers: { accept: 'application/json' } })
      await inTurn(address, () => read(app.sql, id, get()))
    } catch (error) {
      // Too many documents are being fetched: the stored copy is used a little longer.
      if (!(known && error instanceof QueueFull)) throw error
    }
  }
}

/** Whether the id is an https URL with a path, in the canonical form that a browser would give it. */
function isDocumentAddress(id: string, allowHttp: boolean): boolean {
  const url = id.length <= MAX_ADDRESS_LENGTH ? URL.parse(id) : null
  const isWeb = url?.protocol === 'https:' || (allowHttp && url?.protocol === 'http:')
  return isWeb && url.href === id && url.pathname !== '/' && !/[#@\s]/.test(id)
}

async function read(sql: Db, id: string, fetched: Promise<Reply>): Promise<void> {
  const reply = await documentIn(fetched)
  if (!reply) return extendStaleCopy(sql, id)
  const metadata = metadataIn(reply, id)
  if (!metadata) await clearRedirectUris(sql, id)
  else await store(sql, id, metadata, cacheSecondsOf(reply))
}

async function documentIn(fetched: Promise<Reply>): Promise<Reply | null> {
  try {
    const reply = await fetched
    return reply.status === 200 ? reply : null
  } catch (error) {
    if (error instanceof NoReply) return null
    throw error
  }
}

/** Null when the document is invalid or names another client id. */
function metadataIn({ body }: Reply, id: string): ClientMetadata | null {
  if (body.length > MAX_LENGTH) return null
  try {
    const document = JSON.parse(body) as { client_id?: unknown; client_secret?: unknown } | null
    if (document?.client_id !== id || 'client_secret' in document) return null
    return readMetadata(document)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InvalidMetadata) return null
    throw error
  }
}

function cacheSecondsOf({ headers }: Reply): number {
  const [, seconds] = /\bmax-age=(\d{1,9})/.exec(String(headers['cache-control'] ?? '')) ?? []
  return Math.min(Math.max(Number(seconds ?? CACHE_SECONDS.usual), CACHE_SECONDS.min), CACHE_SECONDS.max)
}

async function store(sql: Db, id: string, metadata: ClientMetadata, seconds: number) {
  await sql`
    insert into oauth_clients (id, metadata, fetched_at, fresh_until)
    values (${id}, ${sql.json(metadata)}, now(), now() + make_interval(secs => ${seconds}))
    on conflict (id) do update
    set metadata = excluded.metadata, fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until`
}

/** Uses the copy for some more minutes. After too many days without a fetch it loses its redirect addresses. */
async function extendStaleCopy(sql: Db, id: string) {
  await sql`
    update oauth_clients
    set
      fresh_until = now() + make_interval(secs => ${CACHE_SECONDS.min}),
      metadata = case
        when fetched_at > now() - make_interval(days => ${RETENTION_DAYS}) then metadata
        else ${sql.json({ redirect_uris: [] })}::jsonb
      end
    where id = ${id}`
}

/** Without a redirect address a client is not found any more. */
async function clearRedirectUris(sql: Db, id: string) {
  await sql`
    update oauth_clients
    set metadata = ${sql.json({ redirect_uris: [] })}, fresh_until = now() + make_interval(secs => ${CACHE_SECONDS.min})
    where id = ${id}`
}
