import { html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { countCartsOfMonth } from '../../../features/carts/kept-carts.ts'
import { shopUrl } from '../../../features/stores/address.ts'
import { storePage } from '../page.ts'
import { section } from '../parts/list.ts'
import { copyField } from '../parts/share.ts'

export const assistantsPage = storePage({
  path: '/asistentes',
  needs: 'store:read',
  async show({ app, sql, store }) {
    const count = await countCartsOfMonth(sql, store.id, store.timeZone)
    return {
      title: t('Asistentes'),
      main: html`
        <p>
          ${t('Quien le pregunta a ChatGPT, Gemini u otro asistente puede encontrar tu tienda ahí.')}
          ${t('El asistente busca entre tus productos, también con faltas de ortografía, y llena un carrito.')}
          ${t('El pedido lo hace la persona en la página de tu tienda, como siempre.')}
          ${t('No tienes que activar nada.')}
        </p>
        <p><b>${arrived(count)}</b></p>
        ${section(
          t('Pruébalo'),
          html`
            <p>${t('Pega esta dirección en tu asistente y pídele algo de lo que vendes.')}</p>
            ${copyField(t('Tu tienda'), shopUrl(app, store))}
            <p>${t('Si te pide la dirección de un conector o servidor MCP, es esta. No lleva clave.')}</p>
            ${copyField(t('Conector'), shopUrl(app, store, '/ucp/mcp'))}
          `,
        )}
        ${section(
          t('Qué ven y qué no'),
          html`
            <p>
              ${t('Ven lo mismo que cualquiera en tu tienda: productos, precios, fotos y si hay.')}
              ${t('No ven pedidos ni clientes, no cambian nada y no cobran.')}
            </p>
            <p class="links">
              ${t('Otra cosa es un asistente que trabaja para ti en el panel: <a>tus asistentes</a>', {
                a: (text) => html`<a href="/panel/cuenta">${text}</a>`,
              })}
            </p>
          `,
        )}
      `,
    }
  },
})

const arrived = (count: number): Localized =>
  count === 0
    ? t('Este mes todavía no llegó ningún carrito de asistentes.')
    : t('Este mes {n, plural, one {llegó # carrito} other {llegaron # carritos}} de asistentes.', {
        n: count,
      })
