import { html } from '../../core/http/html.ts'
import { verifySamples } from '../../webhooks/samples.ts'
import { code, type Guide } from '../guide.ts'

export const webhooks: Guide = {
  slug: 'webhooks',
  title: 'Webhooks',
  summary: 'La tienda avisa a tu servidor cuando hay un pedido o cambia un producto.',
  body: (site) => html`
    <p>Se configuran en el panel o por la API, con una dirección https y los eventos que te interesan:</p>
    <ul>
      <li><code>order.created</code>: se hizo un pedido; <code>data</code> es el pedido completo. Los pedidos de prueba del panel
        también llegan, con <code>isTest</code> verdadero: no los despaches.</li>
      <li><code>product.created</code>, <code>product.updated</code>: <code>data</code> es el producto.</li>
      <li><code>product.deleted</code>: <code>data</code> es <code>{ id, slug, deletedAt }</code>.</li>
    </ul>
    ${code(`POST /tu-direccion
webhook-id: k3v9x2m7q4t8w1z5b6n0c8d2
webhook-timestamp: 1773500966
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01

{ "id": "k3v9x2m7q4t8w1z5b6n0c8d2", "type": "order.created", "timestamp": "2026-03-14T15:09:26.535Z",
  "storeId": "…", "data": { "orderNumber": "PED-7K3QXM", … } }`)}

    <h2>Créalos por la API</h2>
    <p>
      Con una clave que tenga <code>webhooks:write</code>. El secreto lo traes tú: <code>whsec_</code> y, detrás, de 24 a 64
      bytes al azar en base64. Ni él ni la dirección se vuelven a mostrar.
    </p>
    ${code(`SECRETO="whsec_$(openssl rand -base64 32)"

curl -X POST ${site}/api/v1/store/webhooks \\
  -H "Authorization: Bearer $VITRINA_KEY" -H 'Content-Type: application/json' \\
  -d "{ \\"url\\": \\"https://sistema.example/vitrina\\", \\"events\\": [\\"order.created\\"], \\"secret\\": \\"$SECRETO\\" }"`)}
    <p>
      La dirección tiene que ser https y pública, sin usuario ni contraseña. <code>POST …/{id}/ping</code> envía un mensaje de
      prueba, hasta 5 por minuto. <code>POST …/{id}/rotate-secret</code> cambia el secreto.
    </p>

    <h2>Comprueba la firma</h2>
    <p>
      Vitrina sigue <b>Standard Webhooks</b>: cualquiera de sus bibliotecas sirve. La firma es el HMAC-SHA256, en base64, de
      <code>id.timestamp.cuerpo</code> con los bytes en base64 que siguen a <code>whsec_</code> en el secreto. Usa el cuerpo
      tal como llegó, antes de leerlo como JSON.
    </p>
    ${code(verifySamples.node)}
    <p>El cliente de TypeScript trae <code>verifyWebhook</code>, que hace lo mismo.</p>

    <p>
      <code>traceparent</code> (W3C Trace Context) es la traza de la solicitud que causó el mensaje: la que enviaste tú en la
      cabecera <code>traceparent</code> al llamar a la API, o una nueva. Cada intento es un span propio.
    </p>

    <p>
      Mientras escribes el programa, quien opera el servicio puede enviarte los eventos a tu máquina, firmados igual:
      <code>npm run -s cli -- listen --store S --forward http://localhost:4000/hook</code>.
    </p>

    <h2>Responde pronto y una sola vez</h2>
    <ul>
      <li>Responde 2xx en menos de 15 segundos; deja el trabajo para después.</li>
      <li>Un mensaje puede llegar más de una vez, siempre con el mismo <code>webhook-id</code>: recuerda los que ya viste.</li>
      <li>El orden no está garantizado: compara <code>updatedAt</code>, o vuelve a leer el recurso.</li>
    </ul>

    <h2>Reintentos</h2>
    <p>
      Hasta 10 intentos en 75 horas: enseguida, y a los 5 segundos, 5 minutos, 30 minutos, 2, 5, 10, 14, 20 y 24 horas. No
      se siguen redirecciones. <code>410</code> desactiva el webhook, y también 5 días sin un solo éxito; lo que se perdió se
      guarda 30 días y se entrega al activarlo de nuevo. Al cambiar el secreto, durante 24 horas llegan dos firmas.
    </p>
    <p>
      Los últimos envíos se leen en <code>GET /api/v1/store/webhooks/{id}/logs</code>. Uno se repite con
      <code>POST /api/v1/store/webhooks/logs/{id}/redeliver</code>, hasta 5 por minuto y webhook; los de un intervalo de hasta
      30 días y 1000 entregas, con <code>POST …/{id}/replay</code>, una repetición tras otra. Llegan con el mismo
      <code>webhook-id</code>.
    </p>
  `,
}
