import { html } from '../../core/http/html.ts'
import { code, type Guide } from '../guide.ts'

export const idempotency: Guide = {
  slug: 'idempotencia',
  title: 'Idempotencia',
  summary: 'Repite un POST sin miedo a hacerlo dos veces.',
  body: (site) => html`
    <p>
      Si la respuesta se pierde en la red, no sabes si el pedido se hizo. Envía en cada POST una
      <code>Idempotency-Key</code> tuya, de 1 a 255 caracteres imprimibles, y repítelo con la misma.
    </p>
    ${code(`curl -X POST ${site}/api/v1/categories \\
  -H "Authorization: Bearer $VITRINA_KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: 0f8b6a52-6c1e-4e0c-9a57-7d1f2b3c4d5e" \\
  -d '{ "name": "Café en grano" }'`)}
    <ul>
      <li>
        Durante 24 horas, la misma clave con el mismo método, dirección y cuerpo da la primera respuesta otra vez, con la
        cabecera <code>Idempotent-Replayed: true</code>.
      </li>
      <li>La misma clave con otra solicitud es <code>409 IDEMPOTENCY_KEY_REUSED</code>.</li>
      <li>Mientras la primera no termina, es <code>409 IDEMPOTENCY_IN_PROGRESS</code>: espera y repite.</li>
      <li>
        Se guardan las respuestas 2xx, 404 y 409. Tras un 400, 401, 402, 403, 413, 415, 429 o 5xx no hay nada guardado: la
        misma clave vuelve a intentarlo.
      </li>
    </ul>
    <p>
      Las claves son por clave de API, o por tienda en las direcciones públicas. Los PUT y DELETE no la necesitan: repetirlos
      deja lo mismo. Además, un pedido con el mismo teléfono y los mismos artículos en 5 minutos es
      <code>409 DUPLICATE_ORDER</code>, con el número del primero.
    </p>
  `,
}
