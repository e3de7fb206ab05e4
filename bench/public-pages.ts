import { guides, addressOf } from '../src/doors/docs/guides.ts'
import { referencePages } from '../src/doors/docs/reference/pages.ts'
import type { Db } from '../src/core/database/db.ts'

export type PublicPage = {
  name: string
  path: string
  /** What is one shopper's own, or a search, is `noindex`: its score of SEO can't be 100, and does not count. */
  isIndexed: boolean
  /** KiB as they are sent. */
  limits: { document: number; script: number; stylesheet: number }
}

const shopLimits = { document: 14, script: 12, stylesheet: 12 }
/** The reference is long: only its first page is bound, with all that it loads. */
const docsLimits = { document: 400, script: 0, stylesheet: 12 }

/** A shop of the demo for each theme. */
const shops = [
  ['barro', 'anil-ropa', 'vestido'],
  ['lino', 'la-espiga', 'medialunas'],
  ['tinta', 'el-yunque', 'tornillo'],
] as const

/** Every page that anybody may open without a key: the service's own, and each kind of page of a shop in each theme. */
export async function publicPages(sql: Db): Promise<PublicPage[]> {
  const shopPages = await Promise.all(
    shops.map(([theme, slug, search]) => pagesOfShop(sql, theme, slug, search)),
  )
  return [...servicePages, ...shopPages.flat()]
}

const indexed = (name: string, path: string, limits = shopLimits): PublicPage => ({
  name,
  path,
  isIndexed: true,
  limits,
})
const ownPage = (name: string, path: string): PublicPage => ({ ...indexed(name, path), isIndexed: false })

const servicePages = [
  indexed('home', '/'),
  indexed('terms', '/terminos'),
  indexed('privacy', '/privacidad'),
  ...referencePages.map(({ href }) => indexed(href, href, docsLimits)),
  ...guides.map((guide) => indexed(addressOf(guide), addressOf(guide), docsLimits)),
]

async function pagesOfShop(sql: Db, theme: string, slug: string, search: string): Promise<PublicPage[]> {
  const [found] = await sql<[{ category: string; product: string; variantId: string; token: string }]>`
    select
      (select slug from categories where store_id = stores.id order by position limit 1) as category,
      products.slug as product,
      variants.id as variant_id,
      (select tracking_token from orders where store_id = stores.id order by created_at desc limit 1) as token
    from stores
    join products on products.store_id = stores.id
    join variants on variants.store_id = stores.id and product_id = products.id
    where stores.slug = ${slug} and coalesce(stock, 9) > 1
    order by products.created_at desc, variants.position
    limit 1`
  const cart = `v=${found.variantId}&n=2`
  return [
    indexed(`${theme}, catalog`, `/${slug}`),
    indexed(`${theme}, category`, `/${slug}?categoria=${found.category}`),
    indexed(`${theme}, product`, `/${slug}/p/${found.product}`),
    ownPage(`${theme}, search`, `/${slug}?q=${search}`),
    ownPage(`${theme}, cart`, `/${slug}/carrito?${cart}`),
    ownPage(`${theme}, checkout`, `/${slug}/pedir?${cart}`),
    ownPage(`${theme}, order`, `/${slug}/pedido/${found.token}`),
    ownPage(`${theme}, orders of the phone`, `/${slug}/mis-pedidos`),
    ownPage(`${theme}, without a connection`, `/${slug}/sin-conexion`),
  ]
}
