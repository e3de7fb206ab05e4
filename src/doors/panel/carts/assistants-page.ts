import { html } from '../../../core/http/html.ts'
import { plural } from '../../../core/pages/format.ts'
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
      title: 'Asistentes',
      main: html`
        <p>
          Quien le pregunta a ChatGPT, Gemini u otro asistente puede encontrar tu tienda ahí. El asistente busca entre tus
          productos, también con faltas de ortografía, y llena un carrito; el pedido lo hace la persona en la página de tu
          tienda, como siempre. No tienes que activar nada.
        </p>
        <p><b>${arrived(count)}</b></p>
        ${section(
          'Pruébalo',
          html`
            <p>Pega esta dirección en tu asistente y pídele algo de lo que vendes.</p>
            ${copyField('Tu tienda', shopUrl(app, store))}
            <p>Si te pide la dirección de un conector o servidor MCP, es esta. No lleva clave.</p>
            ${copyField('Conector', shopUrl(app, store, '/ucp/mcp'))}
          `,
        )}
        ${section(
          'Qué ven y qué no',
          html`
            <p>
              Ven lo mismo que cualquiera en tu tienda: productos, precios, fotos y si hay. No ven pedidos ni clientes, no
              cambian nada y no cobran.
            </p>
            <p class="links">
              Otra cosa es un asistente que trabaja para ti en el panel: <a href="/panel/cuenta">tus asistentes</a>
            </p>
          `,
        )}
      `,
    }
  },
})

function arrived(count: number): string {
  if (count === 0) return 'Este mes todavía no llegó ningún carrito de asistentes.'
  return `Este mes ${count === 1 ? 'llegó' : 'llegaron'} ${plural(count, 'carrito', 'carritos')} de asistentes.`
}
