import type { Sql } from '../../core/database/db.ts'
import type { ClientMetadata } from './client-metadata.ts'

type Client = ClientMetadata & { client_id: string }

const MAX_UNUSED = 20_000

/** Whether an id can be looked up: a NUL or a lone surrogate would fail the query. */
const isClientId = (text: string) => /^[\x21-\x7e]{1,500}$/.test(text)

export async function findClient(sql: Sql, id: string): Promise<Client | undefined> {
  if (!isClientId(id)) return undefined
  const [client] = await sql<{ metadata: ClientMetadata }[]>`
    select metadata from oauth_clients where id = ${id}`
  return client && { ...client.metadata, client_id: id }
}

export async function addClient(sql: Sql, { client_id: id, ...metadata }: Client): Promise<void> {
  await sql`insert into oauth_clients (id, metadata) values (${id}, ${sql.json(metadata)})`
}

/** Whether there is room for another client: anyone can register one. */
export async function hasRoomForClient(sql: Sql): Promise<boolean> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (select 1 from oauth_clients where granted_at is null limit ${MAX_UNUSED}) as unused`
  return count < MAX_UNUSED
}
