import { lockText } from '../core/database/advisory-locks.ts'
import type { Sql, Tx } from '../core/database/db.ts'
import { conflict } from '../core/errors/errors.ts'
import { RESERVED_SLUGS } from './store.ts'

/**
 * Locks slugs for the transaction, so that a store which takes a slug sees the hold of the store that has just left it.
 */
export async function lockSlugs(tx: Tx, slugs: string[]) {
  for (const slug of slugs.toSorted()) await lockText(tx, 'slug', slug)
}

/** Refuses a slug that is reserved, or that a redirect or a deleted store still holds. @throws 409 */
export async function refuseHeldSlug(tx: Tx, slug: string, exceptStoreId: string | null = null) {
  const [held] = await tx`
    select 1
    from slug_holds
    where slug = ${slug} and held_until > now() and store_id is distinct from ${exceptStoreId}`
  if (held || RESERVED_SLUGS.has(slug)) throw storeSlugTaken()
}

/** How many former slugs a store may hold, so that renaming again and again does not hoard them. */
export const MAX_HELD_SLUGS = 5

/** To be called under the store's lock. @throws 409 `SLUG_LIMIT_REACHED` with the instant of the next free place */
export async function requireRoomForHold(tx: Tx, storeId: string) {
  const held = await tx<{ heldUntil: string }[]>`
    select held_until
    from slug_holds
    where store_id = ${storeId} and held_until > now()
    order by held_until desc
    limit ${MAX_HELD_SLUGS}`
  if (held.length < MAX_HELD_SLUGS) return
  throw conflict(
    'SLUG_LIMIT_REACHED',
    `La tienda ya guarda ${MAX_HELD_SLUGS} direcciones anteriores: vuelve a una de ellas o espera a que venza la primera`,
    { limit: MAX_HELD_SLUGS, freeAt: held.at(-1)!.heldUntil },
  )
}

/** Holds a former slug for `days`: it stays taken and redirects to the store. */
export async function holdSlug(tx: Tx, slug: string, storeId: string, days: number) {
  await tx`
    insert into slug_holds as hold (slug, store_id, held_until)
    values (${slug}, ${storeId}, now() + make_interval(days => ${days}))
    on conflict (slug) do update
    set store_id = excluded.store_id, held_until = excluded.held_until`
}

/** Deletes the hold of a slug that is in use again. */
export async function releaseSlug(tx: Tx, slug: string) {
  await tx`delete from slug_holds where slug = ${slug}`
}

export async function isSlugFree(sql: Sql, slug: string): Promise<boolean> {
  if (RESERVED_SLUGS.has(slug)) return false
  const [taken] = await sql`
    select 1 from stores where slug = ${slug} and deleted_at is null
    union all
    select 1 from slug_holds where slug = ${slug} and held_until > now()
    limit 1`
  return !taken
}

export const storeSlugTaken = () =>
  conflict('DUPLICATE_SLUG', 'Esta dirección ya está en uso o está reservada')
