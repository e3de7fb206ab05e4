import { notFound } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { storePage, type StoreContext } from '../page.ts'
import { list } from '../parts/list.ts'
import type { Permission } from '../../../core/auth/roles.ts'

export const helpPage = storePage({
  path: '/ayuda',
  needs: 'store:read',
  show({ app, base }) {
    const rows = helpGuides.map(({ id, title, summary }) => ({
      href: `${base}/ayuda/${id}`,
      title,
      detail: summary,
    }))
    return {
      title: 'Ayuda',
      main: html`
        ${list(rows, 'Guías')}
        <p class="muted">
          ¿Programas? <a href="${app.publicUrl}/docs">La documentación de la API</a> tiene lo demás.
        </p>
      `,
    }
  },
})

export const helpGuidePage = storePage({
  path: '/ayuda/:id',
  needs: 'store:read',
  show(context) {
    const guide = helpGuides.find(({ id }) => id === context.params['id'])
    if (!guide) throw notFound('Esa guía')
    const back = { href: `${context.base}/ayuda`, label: 'Ayuda' }
    return { title: guide.title, back, main: guide.body(context) }
  },
})

type HelpGuide = { id: string; title: string; summary: string; body: (context: StoreContext) => Html }

/** Short enough to be read between two customers. */
export const helpGuides: HelpGuide[] = [
  {
    id: 'primer-pedido',
    title: 'Cómo conseguir tu primer pedido',
    summary: 'De la tienda vacía al primer mensaje.',
    body: (context) => html`
      <ol class="steps">
        <li>
          <b>Agrega tres productos</b> que vendas seguido. Con foto, nombre y precio basta:
          ${page(context, '/productos/nuevo', 'products:write', 'agregar un producto')}.
        </li>
        <li>
          <b>Di cómo entregas</b> y cuánto cuesta, aunque sea «Recoger en la tienda»:
          ${page(context, '/envios', 'shipping:read', 'envíos')}.
        </li>
        <li>
          <b>Revisa tu número de WhatsApp</b>: ahí te llegan los pedidos.
          ${page(context, '/tienda', 'store:write', 'Datos de la tienda')}.
        </li>
        <li>
          <b>Haz un pedido de prueba</b> desde tu teléfono, como si fueras cliente. Así sabes qué van a ver.
        </li>
        <li>
          <b>Comparte el enlace</b> en tu estado de WhatsApp y ponlo en tu perfil de Instagram; imprime el código QR y
          pégalo donde cobras: ${page(context, '/compartir', 'store:read', 'compartir')}.
        </li>
        <li>
          <b>Mándalo a cinco clientes</b> que ya te compran, uno por uno, con su nombre. Es lo que mejor funciona.
        </li>
      </ol>
    `,
  },
  {
    id: 'responder',
    title: 'Cómo responder a un pedido',
    summary: 'Confirmar, avisar, entregar; y qué hacer si no puedes.',
    body: (context) => html`
      <ol class="steps">
        <li>
          <b>Ábrelo</b> en ${page(context, '/pedidos', 'orders:read', 'Pedidos')}:
          quien espera más está primero.
        </li>
        <li>
          <b>Confírmalo</b> cuando sepas que lo tienes. El botón grande es siempre el paso que sigue.
        </li>
        <li>
          <b>Avísale</b> con el botón de abajo: el mensaje ya viene escrito según el estado, y tú lo envías. Nada
          sale sin que lo mandes.
        </li>
        <li>
          <b>Márcalo</b> como enviado, o listo para recoger, y después como entregado. Si te equivocas, tienes un minuto
          para deshacerlo, mientras nadie lo haya visto.
        </li>
        <li>
          <b>Si no puedes atenderlo, cancélalo</b> y explícalo. Un pedido cancelado no cuenta como venta y devuelve el uso
          de su descuento. Cancelar no se deshace.
        </li>
      </ol>
      <p class="muted">Responder en los primeros diez minutos cambia más que bajar el precio.</p>
    `,
  },
  {
    id: 'imprimir',
    title: 'Cómo imprimir un pedido',
    summary: 'En impresora de recibos o en hoja.',
    body: () => html`
      <ol class="steps">
        <li>Abre el pedido y toca <b>Imprimir</b>.</li>
        <li>
          Elige el papel: <b>58 mm</b> y <b>80 mm</b> son los rollos de las impresoras de recibos; <b>A4</b> sirve también
          para hoja carta.
        </li>
        <li>
          Toca <b>Imprimir</b> y elige tu impresora. Si es Bluetooth, primero enlázala en
          los ajustes del teléfono; en Android
          suele hacer falta la aplicación de su marca.
        </li>
        <li>En los ajustes de la impresión quita los márgenes y los encabezados: el recibo sale a su medida.</li>
      </ol>
      <p class="muted">¿Sin impresora? En la misma ventana puedes guardarlo como PDF y enviarlo por WhatsApp.</p>
    `,
  },
  {
    id: 'claves',
    title: 'Qué es una clave de API',
    summary: 'Para que un programa trabaje en tu tienda sin tu contraseña.',
    body: (context) => html`
      <p>
        Una clave es como una llave que le das a un programa: tu hoja de inventario, tu sistema de facturas, un asistente.
        Abre solo las puertas que tú marques, y la puedes quitar cuando quieras sin cambiar tu contraseña.
      </p>
      <ol class="steps">
        <li><b>Crea una por programa</b>, con su nombre. Si algo pasa, quitas solo esa.</li>
        <li><b>Marca lo mínimo.</b> Quien solo muestra tus productos no necesita ver tus pedidos.</li>
        <li>
          <b>Cópiala en ese momento</b>: se muestra una sola vez. Guárdala como una contraseña; no la mandes por WhatsApp.
        </li>
        <li>
          <b>Si alguien más pudo verla, cámbiala por otra</b>: la anterior puede seguir 24 horas, mientras actualizas el
          programa, o terminar al instante.
        </li>
      </ol>
      <p class="links">${page(context, '/claves', 'keys', 'Tus claves')}</p>
    `,
  },
]

/** A link for roles that may open the page, else plain text. */
const page = ({ base, can }: StoreContext, path: string, needs: Permission, words: string): Html =>
  can(needs) ? html`<a href="${base}${path}">${words}</a>` : html`${words}`
