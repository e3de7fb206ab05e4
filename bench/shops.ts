import type { Db } from '../src/core/database/db.ts'
import { aProduct, aStore } from '../test/factories.ts'

export type Shop = Awaited<ReturnType<typeof shops>>[number]

const AT_ONCE = 8

/** Paid stores with a key each, and products with three variants. */
export async function shops(sql: Db, count: number, products: number) {
  const made: { id: string; key: string; variantIds: string[] }[] = []
  await Promise.all(Array.from({ length: AT_ONCE }, fill))
  await sql`analyze`
  return made

  async function fill() {
    while (made.length < count) {
      const shop = { id: '', key: '', variantIds: [] as string[] }
      made.push(shop)
      const { id, key } = await aStore({ sql }, { plan: 'pro' })
      Object.assign(shop, { id, key })
      for (let i = 0; i < products; i++) {
        const variants = ['250 g', '500 g', '1 kg'].map((name, n) => ({ name, price: 45.5 * (n + 1) }))
        const input = { name: `Café de la finca ${i + 1}`, price: 45.5, description: DESCRIPTION, variants }
        const product = await aProduct({ sql }, shop, input)
        shop.variantIds.push(...product.variants.map((variant) => variant.id))
      }
    }
  }
}

/** Disables the rate limit of every key until its window is purged, by starting the count far below zero. */
export async function liftLimits(sql: Db) {
  await sql`
    insert into rate_hits (key, hits, ends_at)
    select 'key:' || id, -2000000000, now() + interval '110 minutes'
    from api_keys
    on conflict (key) do update
    set hits = excluded.hits, ends_at = excluded.ends_at`
}

const DESCRIPTION =
  'Notas de panela, ciruela y cacao. Cosechado a mano a 1,650 metros, lavado y secado al sol en patios de la finca.'
