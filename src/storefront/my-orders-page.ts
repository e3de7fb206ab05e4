import type { App } from '../core/http/app.ts'
import { html, type Html } from '../core/http/html.ts'
import { catalogHref } from './address.ts'
import { withCart, CartQuery, readCart } from './cart.ts'
import { shopPage } from './layout.ts'
import { assets } from './parts/icon.ts'
import { shopLink } from './parts/shop-link.ts'
import { sendPage } from './send-page.ts'
import { visitedShop, type Shop } from './shop.ts'

/** The orders stored on the phone: the page's script fills it in, since shoppers have no account. */
export function myOrdersRoute(app: App) {
  app.get<{ Params: { slug: string } }>('/:slug/mis-pedidos', {
    schema: { querystring: CartQuery },
    async handler(request, reply) {
      const shop = withCart(await visitedShop(request), readCart(request.query as object))
      return await sendPage(request, reply, myOrdersPage(shop))
    },
  })
}

function myOrdersPage(shop: Shop): Html {
  const main = html`
    <div class="head"><h1>Mis pedidos</h1></div>
    <div id="my-orders">
      <noscript>
        <p>Sin JavaScript este navegador no recuerda pedidos: cada uno se ve en el enlace que va en su mensaje.</p>
      </noscript>
      <ul class="my-orders" hidden></ul>
      <div class="empty" hidden>
        <h2>Aún no hay pedidos aquí</h2>
        <p>Los que hagas desde este teléfono quedan a mano en esta página.</p>
        <p>${shopLink(shop, catalogHref(shop), 'Ver los productos', 'button')}</p>
      </div>
      <section class="stored-data" hidden>
        <h2>Lo que recuerda este teléfono</h2>
        <p class="multiline"></p>
        <button class="button ghost" data-forget>Olvidar mis datos y pedidos</button>
      </section>
      <template>
        <li>
          <a></a>
          <time class="muted"></time>
          <a class="button ghost">Repetir pedido</a>
        </li>
      </template>
    </div>
  `
  const script = html`<script type="module" src="${assets.href('my-orders.js')}"></script>`
  return shopPage(shop, { title: `Mis pedidos · ${shop.name}`, extra: script }, main)
}
