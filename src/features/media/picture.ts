import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound, unavailable } from '../../core/errors/errors.ts'
import { QueueFull } from '../../core/concurrency/fair-queue.ts'
import { html, type Html } from '../../core/http/html.ts'
import { withTimeout } from '../../core/process/with-timeout.ts'
import { initials } from '../../core/values/text.ts'
import { findThemeSettings } from '../themes/settings.ts'
import { paletteOf } from '../themes/stylesheet.ts'
import type { ThemeSettings } from '../themes/theme.ts'
import { CROPS, pictureHash, WIDTHS, type Crop } from './address.ts'
import { NotAPicture, NotConverted } from './converter.ts'
import type { Format, Pictures, Size } from './pictures.ts'
import { t } from '../../core/texts/text.ts'

type Params = { store: string; subject: string; file: string }

/** ms until something else is sent: the whole picture where that is at hand, or a placeholder. The next request may get the size. */
const MAX_WAIT = { atHand: 2_000, elsewhere: 8_000 }

export function pictureRoute(app: App, { sized, isOwn }: Pictures) {
  app.get<{ Params: Params }>('/media/:store/:subject/:file', {
    config: { nonIdParams: true },
    async handler({ sql, params, headers }, reply) {
      const [, hash = '', width = 0, crop] = /^(\w{8})-(\d{2,4})(?:-([a-z]+))?$/.exec(params.file) ?? []
      const shown = await findPicture(sql, params, hash)
      const size = sizeOf(Number(width), crop)
      if (!shown || !size) throw notFound(t('La imagen'))

      const format = bestFormat(headers.accept)
      const whole = isOwn(params.store, shown.url) ? wholeHref(shown.url) : null
      const wait = whole ? MAX_WAIT.atHand : MAX_WAIT.elsewhere
      const { body, cache, isLate } = await withPlaceholder(
        sized(params.store, shown.url, size, format),
        wait,
      )
      reply.header('cache-control', cache)
      if (isLate && whole) return reply.redirect(whole, 302)
      // Pages show a placeholder, whatever its status; a feed or a search engine, which takes no SVG, gets an error.
      if (!body && !headers.accept?.includes('image/svg+xml'))
        throw isLate ? unavailable() : notFound(t('La imagen'))
      if (isLate) reply.code(503).header('retry-after', '5')
      reply.header('vary', 'accept').header('content-security-policy', "default-src 'none'; sandbox")
      reply.header('content-type', body ? `image/${format}` : 'image/svg+xml')
      // Initials say that there is no picture.
      return (
        body ?? placeholder(isLate ? '' : shown.name, await findThemeSettings(sql, params.store)).in('es')
      )
    },
  })
}

/** Where an uploaded picture, or one of the demo, is as it was stored; null at other addresses. */
function wholeHref(url: string): string | null {
  const { pathname } = new URL(url)
  return /^\/media\/(?:\w+\/fotos|demo)\/[\w.-]+$/.test(pathname) ? pathname : null
}

function sizeOf(width: number, crop: string | undefined): Size | null {
  if (!(WIDTHS as readonly number[]).includes(width)) return null
  if (crop === undefined) return { width, crop: null }
  return Object.hasOwn(CROPS, crop) ? { width, crop: crop as Crop } : null
}

/** The picture, or null for the placeholder, which is cached for a minute where there is no picture, and not at all where it comes late. */
async function withPlaceholder(picture: Promise<Buffer | null>, wait: number) {
  try {
    const body = await withTimeout(picture, wait, () => new QueueFull())
    const cache = body ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
    return { body, cache, isLate: false }
  } catch (error) {
    if (error instanceof NotAPicture) return { body: null, cache: 'no-store', isLate: false }
    if (error instanceof QueueFull || error instanceof NotConverted)
      return { body: null, cache: 'no-store', isLate: true }
    throw error
  }
}

/** Initials in the shop's colour, as a page shows a product without a picture. */
function placeholder(name: string, { theme, accent }: ThemeSettings): Html {
  const { frame, accent: ink } = paletteOf({ theme, accent })
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100" preserveAspectRatio="xMidYMid slice">
      <path fill="${frame}" d="M0 0h80v100H0z"/>
      <text x="40" y="60" text-anchor="middle" font-family="serif" font-size="28" font-weight="600" fill="${ink}">${initials(name)}</text>
    </svg>
  `
}

type Found = { url: string; name: string }

async function findPicture(sql: Sql, { store, subject }: Params, hash: string): Promise<Found | null> {
  if (!/^[\w-]{1,64}$/.test(store) || !/^[\w-]{1,64}$/.test(subject)) return null
  if (subject === 'logo' || subject === 'portada') return findBrand(sql, store, subject, hash)
  const [product] = await sql<{ name: string; urls: string[] }[]>`
    select
      name,
      jsonb_path_query_array(images, '$[*].url') || jsonb_path_query_array(variants, '$[*].imageUrl ? (@ != null)') as urls
    from products
    where store_id = ${store} and id = ${subject} and deleted_at is null`
  const url = product?.urls.find((url) => pictureHash(url) === hash)
  return url ? { url, name: product!.name } : null
}

/** A picture of a theme, published or drafted: a preview shows what no shopper sees yet. */
async function findBrand(
  sql: Sql,
  store: string,
  subject: 'logo' | 'portada',
  hash: string,
): Promise<Found | null> {
  const setting = subject === 'logo' ? 'logoUrl' : 'bannerUrl'
  const saved = await sql<{ name: string; urls: unknown[] }[]>`
    select name, array[published ->> ${setting}, draft ->> ${setting}] as urls
    from themes
    join stores on stores.id = store_id
    where store_id = ${store}`
  const urls = saved.flatMap(({ urls }) => urls).filter((url) => typeof url === 'string')
  const url = urls.find((url) => pictureHash(url) === hash)
  return url ? { url, name: saved[0]!.name } : null
}

function bestFormat(accept = ''): Format {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'jpeg'
}
