import { html } from '../../core/http/html.ts'
import { code, type Guide } from '../guide.ts'

export const quickStart: Guide = {
  slug: 'inicio-rapido',
  title: 'Inicio rápido',
  summary: 'De una clave a un pedido confirmado en cinco minutos.',
  body: (site) => html`
    <h2>1. Consigue una clave</h2>
    <p>En el panel, en <b>Claves de API</b>, crea una con los permisos que necesites. Se muestra una sola vez.</p>
    ${code('export VITRINA_KEY=vit_…')}

    <h2>2. Lee tus productos</h2>
    ${code(`curl -H "Authorization: Bearer $VITRINA_KEY" "${site}/api/v1/products?limit=5"`)}
    <p>La respuesta trae <code>data</code>, y de cada producto sus <code>variants</code>: lo que se pide es una variante.</p>

    <h2>3. Crea un producto</h2>
    ${code(`curl -X POST ${site}/api/v1/products \\
  -H "Authorization: Bearer $VITRINA_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: mi-primer-producto" \\
  -d '{ "name": "Café de altura", "price": 120,
        "variants": [{ "name": "250 g" }, { "name": "500 g", "price": 210 }] }'`)}

    <h2>4. Haz un pedido</h2>
    <p>
      Como lo hace quien compra: sin clave, con el id de la tienda (<code>data.id</code> de <code>GET /api/v1/store</code>) y
      el de una variante. El precio lo pone Vitrina, no la solicitud.
    </p>
    ${code(`curl -X POST ${site}/api/orders \\
  -H "Content-Type: application/json" \\
  -d '{ "storeId": "ID_DE_LA_TIENDA",
        "name": "Ana Morales", "phone": "+50255551234",
        "items": [{ "variantId": "ID_DE_LA_VARIANTE", "quantity": 2 }] }'`)}
    <p>
      La respuesta trae el <code>id</code> del pedido y su <code>orderNumber</code>, como <code>PED-7K3QXM</code>. La tienda
      recibe un WhatsApp, si lo tiene conectado, y cada webhook suscrito recibe <code>order.created</code>.
    </p>

    <h2>5. Confírmalo</h2>
    ${code(`curl -X PUT ${site}/api/v1/orders/ID_DEL_PEDIDO \\
  -H "Authorization: Bearer $VITRINA_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "status": "confirmed" }'`)}
    <p>
      Un pedido pasa de <code>pending</code> a <code>confirmed</code>, <code>shipped</code> y <code>delivered</code>; hasta
      que se entrega se puede pasar a <code>cancelled</code>.
    </p>

    <h2>Con TypeScript</h2>
    <p>
      El paquete <code>vitrina-sdk</code> se arma con <code>npm pack</code> en la carpeta <code>sdk</code> del repositorio. No
      tiene dependencias y sirve en Node, Deno, Bun y navegadores: repite lo que conviene repetir, pone las
      <code>Idempotency-Key</code> y lee las listas página tras página. Este programa confirma lo que está pendiente:
    </p>
    ${code(`
import { createClient } from 'vitrina-sdk'

const vitrina = createClient({ key: 'vit_…', baseUrl: '${site}' })

const pending = []
for await (const order of vitrina.each('listOrders', { status: 'pending' })) {
  pending.push(order)
}
for (const { id } of pending) {
  await vitrina.updateOrder({ id, body: { status: 'confirmed' } })
}`)}
  `,
}
