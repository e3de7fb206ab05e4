import { html, type Html } from '../../core/http/html.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import { catalogHref } from '../address.ts'
import type { CatalogQuery, ListedProduct } from '../catalog.ts'
import type { Shop } from '../shop.ts'
import { layoutOf } from '../themes/layouts.ts'
import { icon } from './icon.ts'
import { shopLink } from './shop-link.ts'

/** Instead of an empty grid: a link to ask the shop, and suggestions. */
export function nothingFound(shop: Shop, { search, category }: CatalogQuery, newest: ListedProduct[]): Html {
  if (newest.length === 0) return nothingYet(shop)
  return html`
    <div class="empty">
      <h2>No encontramos nada así</h2>
      <p>Prueba con otra palabra o mira todo lo que hay.</p>
      <p class="actions">
        ${shopLink(shop, catalogHref(shop), 'Ver todos los productos', 'button')}
        ${shop.whatsappNumber && ask(shop.whatsappNumber, search || (category?.name ?? ''))}
      </p>
    </div>
    <section class="related"><h2>Lo más nuevo</h2>${layoutOf(shop).list(shop, newest, 'h3')}</section>
  `
}

function nothingYet({ whatsappNumber }: Shop): Html {
  const write =
    whatsappNumber && html` o <a href="${whatsappChat(whatsappNumber)}">escríbenos por WhatsApp</a>`
  return html`
    <div class="empty">
      <h2>Estamos preparando la vitrina</h2>
      <p>Todavía no hay productos a la venta. Vuelve pronto${write}.</p>
    </div>
  `
}

const ask = (number: string, what: string) => html`
  <a class="button ghost" href="${whatsappChat(number, what ? `¡Hola! ¿Tienen «${what}»?` : '¡Hola!')}" rel="nofollow">
    ${icon('chat')} Preguntar por WhatsApp
  </a>
`
