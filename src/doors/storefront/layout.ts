import { html, type Html } from '../../core/http/html.ts'
import { Formatted, languageTag, t, type Wording } from '../../core/texts/text.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import { logoHref } from '../../features/media/address.ts'
import { MAX_LINES, MAX_QUANTITY } from '../../features/orders/order.ts'
import { backgroundColour, stylesheetHref } from '../../features/themes/stylesheet.ts'
import {
  DEFAULT_THEME,
  themeSettingsOf,
  type ThemeId,
  type ThemeSettings,
} from '../../features/themes/theme.ts'
import { catalogHref } from '../../features/catalog/address.ts'
import { cartLink } from './parts/cart-link.ts'
import { assets, icon } from './parts/icon.ts'
import { consentNotice, isMeasured, measurementHead, type Measured } from './parts/measurement.ts'
import { closedNotice, shopFacts, takesOrders } from './parts/shop-facts.ts'
import { carriedCart, carriedLines, shopLink } from './parts/shop-link.ts'
import type { Shop } from '../../features/catalog/shop.ts'

type Head = {
  title: Wording
  description?: Wording | null
  /** The canonical URL; without one the page is not for search engines. */
  canonical?: string | null
  picture?: { href: string; alt: Wording } | null
  /** More for the head, such as JSON-LD. */
  extra?: Html | null
  /** Whether it matters here that the shop is closed, also where it takes orders. */
  tellsHours?: boolean
  /** The measured event; without one nothing is measured, because an order's address is private to the shopper. */
  measured?: Measured
}

/** The further modules of a page, the last of which imports the others. */
export const scripts = (...names: string[]): Html => html`
  ${names.slice(0, -1).map((name) => html`<link rel="modulepreload" href="${assets.script(name)}">`)}
  <script type="module" src="${assets.script(names.at(-1)!)}"></script>
`

export function shopPage(shop: Shop, head: Head, main: Html, { h1 = false, search = '' } = {}): Html {
  const measured = isMeasured(shop) && head.measured
  const body = html`
    <body data-shop="${shop.slug}" data-base="${shop.base}" data-store="${shop.id}"
      data-max-lines="${MAX_LINES}" data-max-quantity="${MAX_QUANTITY}">
      <a class="skip" href="#main">${t('Saltar al contenido')}</a>
      ${carriedCart(shop)}
      <header class="top">
        <div class="bar">
          ${wordmark(shop, h1)}
          ${searchForm(shop, search)}
          ${cartLink(shop)}
        </div>
      </header>
      <main id="main" tabindex="-1">${(head.tellsHours || !takesOrders(shop)) && closedNotice(shop)}${main}</main>
      ${footer(shop, Boolean(measured))}
      ${measured && consentNotice(shop)}
      <output class="toast" role="status"></output>
    </body>
  `
  const extra = html`${asApp(shop)}${measured && measurementHead(shop, measured)}${head.extra}`
  return document(shop.themeSettings, shop.name, { ...head, extra }, body)
}

const asApp = ({ id, base }: Shop) => html`
  <link rel="manifest" href="${base}/manifest.webmanifest">
  <link rel="apple-touch-icon" href="/media/${id}/icono/180.png">
`

/** A page of the service itself, or one about a store that can't be shown. */
export function plainPage(
  head: Head,
  main: Html,
  {
    themeSettings = themeSettingsOf(DEFAULT_THEME, null),
    kind = 'plain',
    footer = null,
  }: { themeSettings?: ThemeSettings; kind?: 'plain' | 'home'; footer?: Html | null } = {},
): Html {
  return document(
    themeSettings,
    'Vitrina',
    head,
    html`<body class="${kind}"><main id="main">${main}</main>${footer}</body>`,
  )
}

function wordmark(shop: Shop, h1: boolean): Html {
  const { logoUrl } = shop.themeSettings
  const name = logoUrl
    ? html`<img class="logo" src="${logoHref(shop.id, logoUrl)}" alt="${shop.name}" height="44" width="160">
        <span aria-hidden="true">${shop.name}</span>`
    : html`<span>${shop.name}</span>`
  const link = shopLink(shop, catalogHref(shop), name)
  return h1 ? html`<h1 class="wordmark">${link}</h1>` : html`<p class="wordmark">${link}</p>`
}

function searchForm(shop: Shop, search: string): Html {
  return html`
    <search>
      <form action="${catalogHref(shop)}">
        ${carriedLines(shop)}
        <label class="hidden" for="q">${t('Buscar en {shop}', { shop: shop.name })}</label>
        <input id="q" name="q" type="search" placeholder="${t('Buscar')}" autocomplete="off" maxlength="80"
          enterkeyhint="search"${search && html` value="${search}"`}>
        <button class="quiet" aria-label="${t('Buscar')}">${icon('search')}</button>
      </form>
    </search>
  `
}

function footer(shop: Shop, counts: boolean): Html {
  const chat = shop.whatsappNumber && whatsappChat(shop.whatsappNumber)
  return html`
    <footer>
      <div>
        <p class="wordmark">${shop.name}</p>
        ${shop.description && html`<p class="about">${shop.description}</p>`}
      </div>
      <nav aria-label="${t('Tienda')}">
        <ul>
          ${chat && html`<li><a href="${chat}" rel="nofollow">${icon('chat')} ${t('Escribir por WhatsApp')}</a></li>`}
          <li>${shopLink(shop, catalogHref(shop), t('Todos los productos'))}</li>
          <li>${shopLink(shop, `${shop.base}/mis-pedidos`, t('Mis pedidos'))}</li>
          ${counts && html`<li><a href="${shop.serviceUrl}/privacidad" data-consent>${t('Medición de visitas')}</a></li>`}
        </ul>
      </nav>
      ${shopFacts(shop)}
      <p class="made">${t('Tienda hecha con <a>Vitrina</a>', { a: (text) => html`<a href="${shop.serviceUrl}/">${text}</a>` })}</p>
    </footer>
  `
}

function document(themeSettings: ThemeSettings, site: string, head: Head, body: Html): Html {
  const { theme, mode, font, density, ratio } = themeSettings
  return html`<!doctype html>
    <html lang="${languageTag}" data-theme="${theme}" data-mode="${mode}" data-font="${font}" data-density="${density}"
      data-ratio="${ratio}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>${head.title}</title>
        ${head.description && html`<meta name="description" content="${head.description}">`}
        ${head.canonical && html`<link rel="canonical" href="${head.canonical}">`}
        ${!head.canonical && html`<meta name="robots" content="noindex">`}
        <link rel="stylesheet" href="${assets.href(`${theme}.css`)}">
        <link rel="stylesheet" href="${stylesheetHref(themeSettings)}">
        <link rel="modulepreload" href="${assets.script('cart.js')}">
        <link rel="modulepreload" href="${assets.script('page.js')}">
        <link rel="modulepreload" href="${assets.script('put.js')}">
        <script type="module" src="${assets.script('shop.js')}"></script>
        <link rel="icon" href="${assets.href('icon.svg')}" type="image/svg+xml">
        ${themeColours(themeSettings)}
        ${head.canonical && openGraph(site, head)}
        ${head.extra}
      </head>
      ${body}
    </html>
  `
}

const openGraphLocale = new Formatted((language) => ({ es: 'es_419', pt: 'pt_BR', en: 'en_US' })[language])

/** The colour of the bar of each theme's shops without a logo, where it is not the page's. */
const barColours: Record<ThemeId, ((accent: string) => string) | null> = {
  barro: null,
  lino: (accent) => accent,
  tinta: () => '#18181b',
}

function themeColours({ theme, mode, accent, logoUrl }: ThemeSettings): Html {
  const bar = logoUrl ? null : barColours[theme]
  if (bar) return html`<meta name="theme-color" content="${bar(accent)}">`
  const light = backgroundColour(theme, 'light')
  const dark = backgroundColour(theme, 'dark')
  if (mode !== 'auto') return html`<meta name="theme-color" content="${mode === 'dark' ? dark : light}">`
  return html`
    <meta name="theme-color" content="${light}">
    <meta name="theme-color" content="${dark}" media="(prefers-color-scheme:dark)">
  `
}

function openGraph(site: string, { title, description, canonical, picture }: Head): Html {
  return html`
    <meta property="og:type" content="website">
    <meta property="og:locale" content="${openGraphLocale}">
    <meta property="og:site_name" content="${site}">
    <meta property="og:title" content="${title}">
    <meta property="og:url" content="${canonical}">
    ${description && html`<meta property="og:description" content="${description}">`}
    ${picture && openGraphPicture(picture)}
  `
}

const openGraphPicture = ({ href, alt }: NonNullable<Head['picture']>) => html`
  <meta property="og:image" content="${href}">
  <meta property="og:image:width" content="1200">
  <meta property="og:image:height" content="630">
  <meta property="og:image:alt" content="${alt}">
  <meta name="twitter:card" content="summary_large_image">
`
