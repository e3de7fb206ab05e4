import { html } from '../../core/http/html.ts'
import { code, type Guide } from '../guide.ts'

export const pagination: Guide = {
  slug: 'paginacion',
  title: 'Paginación',
  summary: 'Todas las listas se leen igual: limit, offset y total.',
  body: (site) => html`
    ${code(`curl -H "Authorization: Bearer $VITRINA_KEY" "${site}/api/v1/orders?limit=100&offset=200"`)}
    ${code('{ "data": [ … ], "total": 1234, "limit": 100, "offset": 200 }')}
    <ul>
      <li>
        <code>limit</code>: de 1 a 100; 50 si no se envía (20 en los webhooks). Fuera de rango es
        <code>400 VALIDATION_ERROR</code>.
      </li>
      <li><code>offset</code>: desde 0. Más allá del final la página viene vacía, con el <code>total</code> verdadero.</li>
      <li><code>total</code>: cuántos hay con esos filtros, en todas las páginas.</li>
    </ul>
    <p>
      El orden es siempre el mismo, y los empates se deciden por id. Si entra algo nuevo mientras lees, una página puede
      repetir un elemento de la anterior: compara por <code>id</code>. Y si cambias lo que filtras (confirmar los pendientes, por
      ejemplo), lee primero todas las páginas y cambia después: cada cambio corre a los que siguen de lugar.
    </p>

    <h2>Leer solo lo que cambió</h2>
    <p>
      Los productos admiten <code>updatedSince</code>, y los pedidos <code>from</code> y <code>to</code>. Las lecturas de
      productos y categorías llevan <code>ETag</code>: envíalo en <code>If-None-Match</code>, y si nada cambió la respuesta
      es <code>304</code> sin cuerpo:
    </p>
    ${code(`curl -i -H "Authorization: Bearer $VITRINA_KEY" -H 'If-None-Match: "ETAG_DE_LA_LECTURA_ANTERIOR"' \\
  "${site}/api/v1/products?updatedSince=2026-03-01T00:00:00-06:00"`)}
    <h2>No pisar el cambio de otra persona</h2>
    <p>
      Envía el <code>ETag</code> de un producto en <code>If-Match</code> al cambiarlo. Si alguien lo cambió desde que lo leíste,
      la respuesta es <code>412 CHANGED_SINCE</code>, con el producto como está ahora en <code>details.current</code> y su
      <code>ETag</code>, y nada cambia. Sin esa cabecera gana el último que escribe.
    </p>
    <p>
      Para enterarte al momento, usa <a href="/docs/guia/webhooks">webhooks</a>.
    </p>
  `,
}
