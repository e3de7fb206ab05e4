import { CAPS, type Capped } from '../../billing/plans.ts'
import { html } from '../../core/http/html.ts'
import { DAILY_BYTES } from '../../core/database/daily-bytes.ts'
import { KEY_LIMIT } from '../../core/limits/rate-limit.ts'
import { MAX_FREE_STORES } from '../../stores/store.ts'
import type { Guide } from '../guide.ts'

const limits = [
  ['Todo bajo /api/v1', `${KEY_LIMIT.max} por clave`, '1 minuto'],
  ['POST /api/orders', '10 por dirección de red', '1 minuto'],
  ['POST /api/reviews', '3 por dirección de red', '24 horas'],
  ['GET /api/check-slug', '30 por dirección de red', '1 hora'],
  ['POST /api/catalog/events', '20 por dirección de red', '1 minuto'],
  ['POST …/webhooks/{id}/ping y …/logs/{id}/redeliver', '5 por webhook', '1 minuto'],
]

export const limitsGuide: Guide = {
  slug: 'limites',
  title: 'Límites',
  summary: 'Cuántas solicitudes caben, cómo saber cuántas quedan, y los topes de cada plan.',
  body: () => html`
    <table>
      <thead>
        <tr>
          <th scope="col">Dirección</th>
          <th scope="col">Solicitudes</th>
          <th scope="col">Ventana</th>
        </tr>
      </thead>
      <tbody>
        ${limits.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
    <p>
      Las cabeceras <code>X-RateLimit-Limit</code> y <code>X-RateLimit-Remaining</code> dicen el máximo de la ventana y
      cuántas quedan. Al pasarse, la respuesta es <code>429 RATE_LIMIT_EXCEEDED</code> y <code>Retry-After</code> dice los
      segundos que hay que esperar. La ventana empieza con la primera solicitud. Las rechazadas también cuentan; en las
      reseñas, no cuentan las que dieron 400 ni las repetidas con su <code>Idempotency-Key</code>. Una dirección IPv6 cuenta
      por su red /64.
    </p>

    <h2>Tamaños</h2>
    <p>
      Un cuerpo pesa como máximo 1 MiB, y 64 KiB en las direcciones públicas (<code>413</code>). Un pedido lleva hasta 100
      artículos, de hasta 9,999 unidades por variante. Una lista trae hasta 100 elementos por página.
    </p>
    <p>
      Lo que una cuenta guarda en 24 horas, en todas sus tiendas, llega a ${DAILY_BYTES.free / 2 ** 20} MiB, y a
      ${DAILY_BYTES.paid / 2 ** 30} GiB con un plan de pago. Cuentan los cambios, las importaciones y sus ensayos, las fotos y
      los avisos que salen de ellos. Al pasarse, lo que escribe responde <code>429 RATE_LIMIT_EXCEEDED</code> con
      <code>Retry-After</code>; leer sigue igual, y los pedidos siguen llegando. Por eso, al sincronizar envía solo los
      productos y los campos que cambian.
    </p>

    <h2>Topes de los planes</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Recurso</th>
          <th scope="col">Gratuito</th>
          <th scope="col">Pro y Lifetime</th>
        </tr>
      </thead>
      <tbody>
        ${caps.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
    <p>
      Los pedidos no tienen tope. Una cuenta tiene hasta ${MAX_FREE_STORES} tiendas gratuitas. Al llegar a uno,
      la respuesta es <code>403 PLAN_LIMIT_REACHED</code>, con
      <code>resource</code>, <code>limit</code> y <code>used</code>.
    </p>
  `,
}

const names: Record<Capped, string> = {
  products: 'Productos',
  categories: 'Categorías',
  discounts: 'Descuentos activos',
  shippingOptions: 'Opciones de envío',
  members: 'Personas, con invitaciones',
  apiKeys: 'Claves de API',
  webhooks: 'Webhooks',
  images: 'Fotos subidas',
  imageMegabytes: 'MiB de fotos subidas',
}

const caps = Object.entries(names).map(([resource, name]) => {
  const [free, paid] = [CAPS.free, CAPS.paid].map((plan) => plan[resource as Capped].toLocaleString('en-US'))
  return [name, free!, paid!]
})
