import type { Sql, Tx } from '../core/database/db.ts'
import { conflict } from '../core/errors/errors.ts'
import { RESERVED_SLUGS } from './store.ts'

/**
 * Claims a slug for a store. Concurrent claims of one slug wait for each other. A store may claim its own
 * former slugs again.
 * @throws 409 on a slug that is reserved, in use, or held by a redirect or a deleted store
 */
export async function claimSlug(tx: Tx, slug: string, storeId: string) {
  if (RESERVED_SLUGS.has(slug)) throw storeSlugTaken()
  const [taken] = await tx`
    insert into slugs (slug, store_id)
    values (${slug}, ${storeId})
    on conflict (slug) do update
    set store_id = excluded.store_id, held_until = null
    where slugs.held_until <= now() or slugs.store_id = excluded.store_id
    returning slug`
  if (!taken) throw storeSlugTaken()
}

/** The most former slugs that a store keeps, so that repeated renaming can't block many slugs. */
export const MAX_HELD_SLUGS = 5

/** Requires the lock on the store's row. @throws 409 `SLUG_LIMIT_REACHED` with the instant at which the next one expires */
export async function requireCapacityForFormerSlug(tx: Tx, storeId: string) {
  const held = await tx<{ heldUntil: string }[]>`
    select held_until
    from slugs
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

/** Keeps a store's former slug for `days`: it stays taken and redirects to the store. */
export async function holdSlug(tx: Tx, slug: string, storeId: string, days: number) {
  await tx`
    update slugs
    set held_until = now() + make_interval(days => ${days})
    where slug = ${slug} and store_id = ${storeId}`
}

export async function isSlugFree(sql: Sql, slug: string): Promise<boolean> {
  if (RESERVED_SLUGS.has(slug)) return false
  const [taken] = await sql`
    select 1 from slugs where slug = ${slug} and (held_until is null or held_until > now())`
  return !taken
}

const storeSlugTaken = () => conflict('DUPLICATE_SLUG', 'Esta dirección ya está en uso o está reservada')
