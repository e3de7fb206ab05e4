import type { Sql, Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { RESERVED_SLUGS } from './reserved-slugs.ts'
import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'
import { limitPerAddress } from '../../core/limits/rate-limit.ts'
import { storeSettings } from './store.ts'
import { t } from '../../core/texts/text.ts'

/** Concurrent claims of one slug wait for each other. @throws 409 on one that is in use, reserved, or a former one of another store */
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
export const MAX_FORMER_SLUGS = 5

/** Requires the lock on the store's row. @throws 409 `SLUG_LIMIT_REACHED` with the instant at which the next one expires */
export async function requireCapacityForFormerSlug(tx: Tx, storeId: string) {
  const former = await tx<{ heldUntil: string }[]>`
    select held_until
    from slugs
    where store_id = ${storeId} and held_until > now()
    order by held_until desc
    limit ${MAX_FORMER_SLUGS}`
  if (former.length < MAX_FORMER_SLUGS) return
  throw conflict(
    'SLUG_LIMIT_REACHED',
    t(
      'La tienda ya guarda {max} direcciones anteriores: vuelve a una de ellas o espera a que venza la primera',
      { max: MAX_FORMER_SLUGS },
    ),
    { limit: MAX_FORMER_SLUGS, freeAt: former.at(-1)!.heldUntil },
  )
}

/** The most slugs that an account's stores keep without using them: former ones, and those of deleted stores. */
const MAX_UNUSED_SLUGS = 20

/** Requires the lock on the account's row. @throws 409 `SLUG_LIMIT_REACHED` with the instant at which the next one expires */
export async function requireCapacityForUnusedSlug(tx: Tx, accountId: string) {
  const unused = await tx<{ heldUntil: string }[]>`
    select held_until
    from slugs
    where held_until > now()
    and store_id in (select store_id from members where account_id = ${accountId} and role = 'OWNER')
    order by held_until desc
    limit ${MAX_UNUSED_SLUGS}`
  if (unused.length < MAX_UNUSED_SLUGS) return
  throw conflict(
    'SLUG_LIMIT_REACHED',
    t(
      'Tus tiendas borradas y tus direcciones anteriores ya guardan {max} direcciones: espera a que venza la primera',
      { max: MAX_UNUSED_SLUGS },
    ),
    { limit: MAX_UNUSED_SLUGS, freeAt: unused.at(-1)!.heldUntil },
  )
}

/** Reserves a store's former slug for `days`: no other store can take it, and it redirects to the store while that exists. */
export async function reserveFormerSlug(tx: Tx, slug: string, storeId: string, days: number) {
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

const storeSlugTaken = () => conflict('DUPLICATE_SLUG', t('Esta dirección ya está en uso o está reservada'))

const LIMIT = { name: 'check-slug', max: 30, seconds: 3600 }

export function checkSlugRoute(app: App) {
  app.get('/check-slug', {
    schema: {
      operationId: 'checkSlug',
      summary: 'Saber si una dirección de tienda está libre',
      description: 'Las que están en uso, reservadas o guardadas por una redirección no están libres.',
      querystring: Type.Object({ slug: storeSettings.slug }),
      response: { 200: Type.Object({ available: Type.Boolean() }) },
    },
    onRequest: limitPerAddress(LIMIT),
    handler: async ({ sql, query }) => ({ available: await isSlugFree(sql, query.slug) }),
  })
}
