import { html } from '../../core/http/html.ts'
import type { Guide } from '../guide.ts'

export const versioning: Guide = {
  slug: 'versionado',
  title: 'Versionado',
  summary: 'La versión está en la dirección, y lo que funciona sigue funcionando.',
  body: () => html`
    <p>
      La versión actual es <code>/api/v1/</code>; su documento, la 1.0.0. Las direcciones públicas (<code>/api/orders</code>,
      <code>/api/reviews</code>, <code>/api/check-slug</code>, <code>/api/catalog/events</code>, <code>/api/health</code>,
      <code>/api/ready</code>) no llevan versión.
    </p>
    <h2>Sin versión nueva</h2>
    <p>Puede haber campos nuevos en las respuestas, direcciones nuevas y parámetros opcionales nuevos: ignora lo que no conozcas.</p>
    <h2>Con versión nueva</h2>
    <p>
      Quitar o renombrar un campo, cambiar su tipo, o cambiar lo que hace una dirección sale bajo <code>/api/v2/</code>, y la
      versión anterior sigue funcionando al menos 6 meses.
    </p>
    <p>La descripción completa está en <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
  `,
}
