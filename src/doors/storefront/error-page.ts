import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { joined, t, type Localized } from '../../core/texts/text.ts'
import { isApi } from '../../core/http/api-address.ts'
import { misdirected, notFound, type ApiError } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import { pageLanguage } from '../../core/http/request-language.ts'
import { logFailure, sendError, toApiError, withoutFile } from '../../core/http/send-error.ts'
import { catalogHref } from '../../features/catalog/address.ts'
import { withCart, readCart } from './cart.ts'
import { plainPage, shopPage } from './layout.ts'
import { shopLink } from './parts/shop-link.ts'
import { addSecurityHeaders } from '../../core/pages/security.ts'
import { sendPage } from './send-page.ts'
import {
  findShop,
  onItsDomain,
  StoreMoved,
  ProductPaused,
  StoreSuspended,
  type Shop,
} from '../../features/catalog/shop.ts'
import { isShopsName, pathHere, shopHost, shopUrl } from '../../features/stores/address.ts'

export async function sendErrorPage(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (isApi(request.url)) return sendError(error, request, reply)
  if (error instanceof StoreMoved) {
    reply.header('cache-control', 'no-cache') // its domain may close, and the store move again
    return reply.redirect(movedUrl(request, error), request.method === 'POST' ? 308 : 301) // a form is sent there as it is
  }
  if (error instanceof StoreSuspended) {
    return sendPage(request, reply.code(503), closedPage(error.shop), error.shop.language)
  }
  if (error instanceof ProductPaused) {
    const shop = withCart(error.shop, readCart(request.query as object))
    return sendPage(request, reply.code(404), pausedPage(shop), shop.language)
  }
  const apiError = toApiError(error, request)
  logFailure(error, request, apiError)
  withoutFile(reply).code(apiError.status).headers(apiError.headers)
  return sendExplanation(apiError, request, reply)
}

/** This page at the store's present address; on one host it is relative. */
function movedUrl({ server, url }: FastifyRequest, { store }: StoreMoved): string {
  const rest = url.replace(/^\/[^/?]*/, '')
  return shopHost(server, store) === null ? pathHere(store, rest) : shopUrl(server, store, rest)
}

/** Below `SHOPS_DOMAIN` it is a shop that does not exist, elsewhere a domain that is not connected. */
export const unknownHost = ({ server, raw }: FastifyRequest): ApiError =>
  isShopsName(server, raw.foreignHost ?? '') ? notFound(t('La tienda')) : misdirected()

/** Responds to an unknown address: a page for browsers, JSON under /api. A trailing slash redirects to a page without it. */
export function sendNotFound(unknown: ApiError) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const host = request.raw.foreignHost
    // No hook runs for an address that can't be parsed: its host was not looked up.
    if (host) request.domainStore ??= (await request.server.domains.find(host)) ?? null
    const apiError = host && !request.domainStore ? unknownHost(request) : unknown
    if (isApi(request.url)) return sendError(apiError, request, reply)
    addSecurityHeaders(request, reply)
    const page = withoutSlash(request)
    if (page) return reply.redirect(page, 301)
    return sendExplanation(apiError, request, reply.code(apiError.status))
  }
}

/** A 404 inside a shop is shown in the shop's layout, with the cart of the address. */
async function sendExplanation(apiError: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const shop = apiError.status === 404 && (await shopOf(request))
  // An address that can't be read has no query either.
  const cart = readCart((request.query as object | null) ?? {})
  if (shop) return sendPage(request, reply, missingPage(withCart(shop, cart), request.url), shop.language)
  const home = request.raw.foreignHost && !request.domainStore ? `${request.server.publicUrl}/` : '/'
  return sendPage(request, reply, errorPage(apiError, home), pageLanguage(request, reply))
}

/** The shop of the host or of the first segment of the address, if shoppers can see it. */
async function shopOf(request: FastifyRequest): Promise<Shop | null> {
  const { url, server, domainStore } = request
  const [, slug] = /^\/([a-z0-9-]{3,30})(?=[/?]|$)/.exec(url) ?? []
  try {
    if (domainStore) return onItsDomain(await findShop(server.sql, domainStore.slug), request)
    return slug ? await findShop(server.sql, slug) : null
  } catch {
    return null
  }
}

/** The path without its trailing slash; only plain paths, so that no browser takes it for another host's URL. */
function withoutSlash({ method, originalUrl: url, raw, server }: FastifyRequest): string | null {
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const path = url.slice(0, end).replace(/(?<!\/)\/+$/, '')
  const isPlain = path.length < end && /^\/\w[\w./-]*$/.test(path)
  const isPage = isPlain && method === 'GET' && server.addressAt(raw.foreignHost ? `/~${path}` : path)
  return isPage ? path + url.slice(end) : null
}

function closedPage({ name, themeSettings }: Shop): Html {
  const main = html`
    <div class="message">
      <h1>${name}</h1>
      <p class="lead">${t('No está disponible por ahora.')}</p>
      <p class="muted">${t('Vuelve a visitarla más tarde.')}</p>
    </div>
  `
  return plainPage({ title: t('{name}: no disponible por ahora', { name }) }, main, { themeSettings })
}

function pausedPage(shop: Shop): Html {
  const chat = shop.whatsappNumber && whatsappChat(shop.whatsappNumber)
  const main = html`
    <div class="message">
      <h1>${t('Este producto está en pausa')}</h1>
      <p>${t('{shop} no lo vende por ahora.', { shop: shop.name })}</p>
      <p class="actions">
        ${shopLink(shop, catalogHref(shop), t('Ver los productos'), 'button')}
        ${chat && html`<a class="button ghost" href="${chat}" rel="nofollow">${t('Preguntar por WhatsApp')}</a>`}
      </p>
    </div>
  `
  return shopPage(shop, { title: joined([t('Producto en pausa'), shop.name], ' · ') }, main)
}

function missingPage(shop: Shop, url: string): Html {
  const isOrder = url.includes('/pedido/')
  const [title, text] = isOrder ? missingOrder : sentences[404]!
  const way = isOrder
    ? shopLink(shop, `${shop.base}/mis-pedidos`, t('Mis pedidos'), 'button')
    : shopLink(shop, catalogHref(shop), t('Ver los productos'), 'button')
  const main = html`
    <div class="message">
      <h1>${title}</h1>
      <p>${text}</p>
      <p>${way}</p>
    </div>
  `
  return shopPage(shop, { title: joined([title!, shop.name], ' · ') }, main)
}

function errorPage({ status }: ApiError, home: string): Html {
  const [title, text] = sentences[status] ?? sentences[status < 500 ? 400 : 500]!
  const main = html`
    <div class="message">
      <p class="muted">${status}</p>
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="${home}">${home === '/' ? t('Ir al inicio') : t('Ir a Vitrina')}</a></p>
    </div>
  `
  return plainPage({ title }, main)
}

const missingOrder = [
  t('No encontramos ese pedido'),
  t('Puede que el enlace esté incompleto. Los que hiciste en este teléfono están en «Mis pedidos».'),
]

const sentences: Record<number, [title: Localized, text: Localized]> = {
  400: [t('Algo no cuadra en la solicitud'), t('Vuelve atrás y revisa lo que escribiste.')],
  404: [
    t('Esta página no existe'),
    t('Puede que el enlace esté incompleto o que lo que buscas ya no esté a la venta.'),
  ],
  405: [t('Aquí no se puede hacer eso'), t('Vuelve atrás e inténtalo desde la página.')],
  413: [t('Eso es demasiado largo'), t('Vuelve atrás y escribe un texto más corto.')],
  421: [
    t('Aquí no hay ninguna tienda'),
    t(
      'Este dominio no está conectado. Si buscas una tienda, pídele su enlace; si es tuya, mira en tu panel qué le falta al dominio.',
    ),
  ],
  429: [t('Vas muy rápido'), t('Espera un minuto y vuelve a intentarlo.')],
  500: [t('Algo falló de nuestro lado'), t('Ya quedó anotado. Vuelve a intentarlo en un momento.')],
  503: [t('No podemos atenderte ahora mismo'), t('Vuelve a intentarlo en un momento.')],
}
