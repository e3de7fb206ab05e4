import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendCompressed } from '../../core/http/compress.ts'
import { html, type Html } from '../../core/http/html.ts'
import { languageSwitch } from '../../core/pages/language-links.ts'
import { joined, languageTag, t, type Wording } from '../../core/texts/text.ts'
import { backgroundColour } from '../../features/themes/stylesheet.ts'
import { shopUrl } from '../../features/stores/address.ts'
import { contentSecurityPolicy } from '../../core/pages/security.ts'
import { takeFlash, type Flash } from './flash.ts'
import { hasPermission } from './access/guards.ts'
import type { Link, PublicContext, View } from './page.ts'
import { messageNotice } from './forms/errors.ts'
import { namesOf } from './parts/field.ts'
import { buttonForm } from './parts/form.ts'
import { assets, icon } from './parts/icon.ts'
import { bottomBar, sideBar } from './navigation.ts'

export async function sendView(context: PublicContext, view: View) {
  const { request, reply } = context
  if (view.status) reply.code(view.status)
  if (view.framesShop) reply.header('content-security-policy', panelPolicy(context.app.publicUrl))
  if (view.formsLeadTo) reply.header('content-security-policy', formPolicy(view.formsLeadTo))
  if (view.isBare) return send(request, reply, bare(view))
  const flash = takeFlash(request, reply)
  const owner = flash || context.submitted ? null : ownerOf(context)
  if (owner && reply.statusCode === 200) reply.header('vitrina-session', owner)
  return send(request, reply, framed(context, view, flash))
}

/** The session whose page it is, by which the service worker separates its cache; null for pages that are not cached. */
function ownerOf({ session, store, request }: PublicContext): string | null {
  if (!session) return 'none'
  return store && request.method === 'GET' ? session.id : null
}

export const send = (request: FastifyRequest, reply: FastifyReply, page: Html) =>
  sendCompressed(request, reply, { type: 'text/html; charset=utf-8', text: page.in(request.language) })

const bare = ({ title, main }: View) =>
  document(title, html`<body class="panel plain"><main id="main">${main}</main></body>`, true)

function framed(context: PublicContext, view: View, flash: Flash | null): Html {
  const { request, store, session } = context
  const path = request.url.split('?')[0]!
  const title = joined([view.title, store ? store.name : 'Vitrina'], ' · ')
  const can = (permission: Parameters<typeof hasPermission>[1]) =>
    store !== null && hasPermission(store, permission)
  const menu = { base: context.base, path, can, waiting: store?.waitingOrders ?? 0 }
  const body = html`
    <body class="panel${store && html` in-store`}"${can('orders:read') && html` data-events="${context.base}/eventos"`}>
      <a class="skip" href="#main">${t('Saltar al contenido')}</a>
      ${store && sideBar(menu)}
      <div class="page">
        ${top(context, view.back)}
        <div class="toasts">
          <output class="toast" role="status" hidden></output>
          ${status(context, flash)}
        </div>
        <main id="main" tabindex="-1"${view.orders && html` data-orders="${view.orders}"`}>
          <div class="heading"><h1>${view.title}</h1>${view.action}</div>
          ${context.submitted && !view.explainsError && messageNotice(context.submitted, namesOf(view.fields ?? []))}
          ${view.main}
        </main>
        ${!session && html`<nav class="languages links" aria-label="${t('Idioma')}">${languageSwitch(path, context.query)}</nav>`}
      </div>
      ${store && bottomBar(menu)}
    </body>
  `
  return document(title, body, session !== null)
}

function top({ base, store, session, app }: PublicContext, back: Link | undefined): Html {
  const home = store
    ? html`<a class="shop-name" href="${base}">${store.name}</a>`
    : html`<a class="shop-name" href="/panel">Vitrina</a>`
  const see =
    store &&
    html`
      <a class="quiet" href="${shopUrl(app, store)}" target="_blank" rel="noopener">
        ${icon('eye')}
        <span>${t('Ver tienda')}</span>
      </a>
    `
  return html`
    <header class="top">
      ${back ? backLink(back) : home}
      <div class="top-links">${see}${session && accountLink}</div>
    </header>
  `
}

const backLink = ({ href, label }: Link) => html`
  <a class="quiet back" href="${href}">${icon('back')}<span>${label}</span></a>
`

const accountLink = html`<a class="quiet" href="/panel/cuenta" aria-label="${t('Tu cuenta')}">${icon('user')}</a>`

/** The message about the last action, with a link to undo it or to continue. Closed by a form of its own dialog, without a script. */
function status({ form, base }: PublicContext, flash: Flash | null): Html {
  const undo = flash?.undo
  const undoButton =
    undo &&
    buttonForm(
      form(undo.action.slice(base.length)),
      undo.fields ?? {},
      html`<button class="quiet">${undo.label}</button>`,
    )
  const links = flash?.links?.map(({ href, label }) => html`<a class="quiet" href="${href}">${label}</a>`)
  const message =
    flash &&
    html`
      <dialog class="flash" open aria-label="${t('Resultado')}">
        <p>${flash.message}</p>
        ${undoButton}${links}
        <form method="dialog"><button class="quiet" aria-label="${t('Cerrar')}">${icon('close')}</button></form>
      </dialog>
    `
  return html`<div id="status" role="status">${message}</div>`
}

export function document(title: Wording, body: Html, isLive = false): Html {
  return html`<!doctype html>
    <html lang="${languageTag}" data-theme="barro" data-mode="auto">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
        <title>${title}</title>
        <meta name="robots" content="noindex">
        <link rel="stylesheet" href="${assets.href('panel.css')}">
        ${isLive && html`<script type="module" src="${assets.script('panel.js')}"></script>`}
        <link rel="icon" href="${assets.href('icon.svg')}" type="image/svg+xml">
        <link rel="apple-touch-icon" href="${assets.href('maskable-192.png')}">
        <link rel="manifest" href="/panel/manifest.webmanifest">
        <meta name="theme-color" content="${backgroundColour('barro', 'light')}">
        <meta name="theme-color" content="${backgroundColour('barro', 'dark')}"
          media="(prefers-color-scheme:dark)">
      </head>
      ${body}
    </html>
  `
}

const overrides = {
  'img-src': "'self' blob:",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'trusted-types': 'panel-worker',
}

const policy = contentSecurityPolicy(overrides)

const formPolicy = (sites: string[]): string =>
  contentSecurityPolicy({ ...overrides, 'form-action': ["'self'", ...sites].join(' ') })

/** The content security policy of the panel's pages; `shop` is the one URL that a page may frame. */
export const panelPolicy = (shop?: string): string =>
  shop === undefined ? policy : contentSecurityPolicy({ ...overrides, 'frame-src': `'self' ${shop}` })
