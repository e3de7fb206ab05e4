import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound, unavailable } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { QueueFull } from '../../core/concurrency/fair-queue.ts'
import type { Language } from '../../core/texts/language.ts'
import { t } from '../../core/texts/text.ts'
import { initials, truncated } from '../../core/values/text.ts'
import { readableOn } from '../themes/colour.ts'
import { findThemeSettings } from '../themes/settings.ts'
import { backgroundColour } from '../themes/stylesheet.ts'
import type { ThemeSettings } from '../themes/theme.ts'
import { NotAPicture, NotConverted } from './converter.ts'
import type { Pictures } from './pictures.ts'
import { fingerprint } from './sources.ts'

const [WIDTH, HEIGHT] = [1200, 630]

export type PriceOf = (sql: Sql, storeId: string, productId: string) => Promise<string | null>

/** Of a link to a store (`tienda`) or a product: its own photo or initials, with name and price. */
export function sharePictureRoute(app: App, { files, convert, sources }: Pictures, priceOf: PriceOf) {
  app.get<{ Params: { store: string; subject: string } }>(
    '/media/:store/compartir/:subject',
    async ({ sql, params }, reply) => {
      const [shared, price] = await Promise.all([
        findShared(sql, params.store, params.subject),
        priceOf(sql, params.store, params.subject),
      ])
      if (!shared) throw notFound(t('La imagen'))
      const settings = await findThemeSettings(sql, params.store)
      const svg = svgOf({ ...shared, price }, settings).in(shared.language)
      const photo = params.subject === 'tienda' ? (settings.bannerUrl ?? shared.imageUrl) : shared.imageUrl
      const body = await renderShare(params.store, svg, photo).catch(rethrowAsUnavailable)
      reply.header('content-type', 'image/jpeg').header('cache-control', 'public, max-age=3600')
      return body
    },
  )

  async function renderShare(storeId: string, svg: string, imageUrl: string | null): Promise<Buffer> {
    const left = imageUrl ? await sources.picture(storeId, imageUrl) : null
    return files(`${fingerprint(`${svg}${left && imageUrl}`)}.preview`, () =>
      convert(storeId, { kind: 'share', svg, left, side: HEIGHT }),
    )
  }
}

/** @throws 503 while the picture can't be rendered */
export function rethrowAsUnavailable(error: unknown): never {
  const isUnavailable = [QueueFull, NotAPicture, NotConverted].some((kind) => error instanceof kind)
  throw isUnavailable ? unavailable() : error
}

type Shared = { shop: string; language: Language; title: string; imageUrl: string | null }

async function findShared(sql: Sql, storeId: string, subject: string): Promise<Shared | undefined> {
  const [row] = await sql<
    { shop: string; language: Language; name: string | null; imageUrl: string | null }[]
  >`
    select
      stores.name as shop, stores.language, product.name,
      case when product.id is not null then product.image_url else newest.image_url end as image_url
    from stores
    left join (
      select id, name, image_url
      from products
      where store_id = ${storeId} and id = ${subject} and is_active and deleted_at is null
    ) as product on true
    left join (
      select image_url
      from products
      where store_id = ${storeId} and is_active and deleted_at is null and image_url is not null
      order by created_at desc, id desc
      limit 1
    ) as newest on true
    where stores.id = ${storeId} and deleted_at is null`
  if (!row || (subject !== 'tienda' && row.name === null)) return undefined
  const { shop, language, name, imageUrl } = row
  return { shop, language, title: name ?? shop, imageUrl }
}

const fonts: Record<ThemeSettings['font'], string> = {
  serif: 'Palatino, Georgia, Noto Serif, DejaVu Serif, serif',
  humanist: 'Ubuntu, Noto Sans, DejaVu Sans, sans-serif',
  grotesque: 'Inter, Roboto, Liberation Sans, sans-serif',
}

type Said = Shared & { price: string | null }

function svgOf({ shop, title, price }: Said, { theme, accent, font }: ThemeSettings): Html {
  const ground = backgroundColour(theme, 'light')
  const ink = readableOn(accent, [ground])
  const lines = wrap(title, 16, 4)
  const top = 300 - lines.length * 30
  const below = top + lines.length * 60 + 12
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
      <path fill="${ground}" d="M0 0h1200v630H0z"/>
      <path fill="${ink}" fill-opacity=".12" d="M0 0h630v630H0z"/>
      <text x="315" y="400" text-anchor="middle" font-family="${fonts[font]}" font-size="240" font-weight="700"
        fill="${ink}">${initials(title)}</text>
      <g font-family="${fonts[font]}" fill="#1d1916">
        ${lines.map(
          (line, i) =>
            html`<text x="685" y="${top + i * 60}" font-size="48" font-weight="700">${line}</text>`,
        )}
        ${price && html`<text x="685" y="${below}" font-size="42" fill="${ink}" font-weight="700">${price}</text>`}
        <text x="685" y="560" font-size="30" fill="#5c534b">${title === shop ? t('Pide por WhatsApp') : wrap(shop, 30, 1)[0]!}</text>
      </g>
    </svg>
  `
}

/** Wraps at words into lines of at most `maxLength` characters; truncated text ends with an ellipsis. */
export function wrap(text: string, maxLength: number, maxLines: number): string[] {
  const lines = ['']
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1)!
    if (line && line.length + word.length >= maxLength) lines.push(truncated(word, maxLength))
    else lines[lines.length - 1] = truncated(`${line} ${word}`.trim(), maxLength)
  }
  const last = lines[maxLines - 1]
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines - 1), truncated(`${last}…`, maxLength)]
}
