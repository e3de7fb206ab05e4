import { html } from '../../core/http/html.ts'
import { ACCOUNT_SCOPES, STORE_SCOPES } from '../../core/auth/scopes.ts'
import { code, type Guide } from '../guide.ts'

export const authentication: Guide = {
  slug: 'autenticacion',
  title: 'Autenticación',
  summary: 'Una clave de API en cada solicitud bajo /api/v1; las direcciones públicas no llevan ninguna.',
  body: (site) => html`
    ${code(`curl -H "Authorization: Bearer $VITRINA_KEY" ${site}/api/v1/store`)}
    <p>
      La clave se crea en el panel y se muestra una sola vez; guárdala como una contraseña y úsala solo desde un servidor.
      Empieza con <code>vit_</code>. Una clave borrada, revocada o vencida da <code>401 UNAUTHORIZED</code> desde la
      siguiente solicitud.
    </p>

    <h2>Claves de tienda y de cuenta</h2>
    <p>Una clave <b>de tienda</b> alcanza una sola tienda. Deja de servir cuando quien la creó ya no es OWNER o ADMIN.</p>
    <p>
      Una clave <b>de cuenta</b> alcanza todas las tiendas donde su dueño es OWNER o ADMIN. Di cuál con la cabecera
      <code>Service-Store</code>, que lleva el id o el slug de la tienda; si la cuenta alcanza una sola, puede faltar, y si
      alcanza varias la respuesta es <code>400 store_required</code>. Las direcciones <code>/api/v1/stores</code> son de la
      cuenta y no usan la cabecera.
    </p>
    ${code(`curl -H "Authorization: Bearer $VITRINA_KEY" -H "Service-Store: cafe-antigua" ${site}/api/v1/orders`)}

    <h2>Permisos</h2>
    <p>
      Cada operación pide un permiso; si a la clave le falta, la respuesta es <code>403 FORBIDDEN</code> y
      <code>details.requiredScope</code> lo nombra. Escribir no incluye leer.
    </p>
    <ul class="columns">
      ${STORE_SCOPES.map((scope) => html`<li><code>${scope}</code></li>`)}
    </ul>
    <p>Solo en claves de cuenta: ${ACCOUNT_SCOPES.map((scope) => html`<code>${scope}</code> `)}</p>

    <h2>Desde una página web</h2>
    <p>
      Un navegador deja que una página use la API con una clave cuando la tienda tiene su origen en
      <code>allowedOrigins</code> (<code>PUT /store</code>, o el panel, en <b>Claves de API</b>). Quien visita la página puede
      leer la clave: dale solo permisos de lectura de lo que todos pueden ver. Para pedir, reseñar y ver si una dirección está
      libre no hace falta ni clave ni origen.
    </p>

    <h2>Planes</h2>
    <p>
      La API funciona en el plan gratuito, con sus topes. Solo las estadísticas (<code>GET /stats</code>) y la moderación
      de reseñas (<code>PUT</code> y <code>DELETE /reviews/{id}</code>) necesitan Pro o Lifetime.
    </p>
  `,
}
