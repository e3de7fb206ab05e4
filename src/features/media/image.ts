import { Type, type Static } from 'typebox'
import type { Sql, Tx } from '../../core/database/db.ts'
import type { Shape } from './shape.ts'

export const Image = Type.Object(
  {
    id: Type.String(),
    url: Type.String({ description: 'Dirección para `imageUrl` o `images`' }),
    width: Type.Integer(),
    height: Type.Integer(),
  },
  { title: 'Image', description: 'Foto guardada: derecha, sin datos de la cámara y de 2048 px como máximo' },
)
export type Image = Static<typeof Image>

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' }

export function storedUrl(publicUrl: string, storeId: string, { id, type }: { id: string; type: string }) {
  return `${publicUrl}/media/${storeId}/fotos/${id}.${extensions[type]}`
}

/** The id of a store's own picture by its address, on whatever host it was uploaded; null for other addresses. */
export function storedId(storeId: string, url: string): string | null {
  const [, store, id] = /^https?:\/\/[^/?#]+\/media\/(\w+)\/fotos\/(\w+)\.(?:jpg|webp)$/.exec(url) ?? []
  return store === storeId ? id! : null
}

export async function findStoredBody(sql: Sql, storeId: string, id: string): Promise<Buffer | null> {
  const [row] = await sql<{ body: Buffer }[]>`
    select body from pictures where store_id = ${storeId} and id = ${id}`
  return row?.body ?? null
}

/** By their addresses, of the store's own pictures; not of those whose edges were not measured when they were stored. */
export async function findStoredShapes(
  sql: Sql,
  storeId: string,
  urls: string[],
): Promise<Map<string, Shape>> {
  const ids = urlsByStoredId(storeId, urls)
  if (ids.size === 0) return new Map()
  const rows = await sql<(Shape & { id: string })[]>`
    select id, width, height, nullif(edge_colour, 'transparent') as colour
    from pictures
    where store_id = ${storeId} and id = any(${[...ids.keys()]}::text[]) and edge_colour is not null`
  return new Map(rows.map(({ id, ...shape }) => [ids.get(id)!, shape]))
}

/** @returns those of the addresses that belong to one. For pictures that a product begins to show, and those no longer shown. */
export async function extendExpiry(tx: Tx, storeId: string, urls: string[]): Promise<Set<string>> {
  const ids = urlsByStoredId(storeId, urls)
  if (ids.size === 0) return new Set()
  const rows = await tx<{ id: string }[]>`
    update pictures
    set expires_at = statement_timestamp() + interval '30 days'
    where store_id = ${storeId} and id = any(${[...ids.keys()]}::text[])
    returning id`
  return new Set(rows.map(({ id }) => ids.get(id)!))
}

function urlsByStoredId(storeId: string, urls: string[]): Map<string | null, string> {
  const ids = new Map(urls.map((url) => [storedId(storeId, url), url]))
  ids.delete(null)
  return ids
}
