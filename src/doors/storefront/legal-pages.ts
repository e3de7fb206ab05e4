import type { App } from '../../core/http/app.ts'
import { html, type Html } from '../../core/http/html.ts'
import { plainPage } from './layout.ts'
import { sendPage } from './send-page.ts'

export const legalHref = { terms: '/terminos', privacy: '/privacidad' }

type LegalPage = { title: string; description: string; parts: [heading: string, text: Html][] }

/** The terms of service and the privacy policy. */
export function legalPageRoutes(app: App) {
  for (const [href, page] of [
    [legalHref.terms, terms],
    [legalHref.privacy, privacy],
  ] as const) {
    app.get(href, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return await sendPage(request, reply, legalPage(app, href, page), 'es')
    })
  }
}

function legalPage({ publicUrl, config }: App, href: string, { title, description, parts }: LegalPage): Html {
  const main = html`
    <article class="legal-text">
      <p class="wordmark"><a href="/">Vitrina</a></p>
      <h1>${title}</h1>
      ${parts.map(([heading, text]) => html`<h2>${heading}</h2><p>${text}</p>`)}
      <h2>Contacto</h2>
      <p>Escribe a <a href="mailto:${addressIn(config.mailFrom)}">${addressIn(config.mailFrom)}</a>.</p>
    </article>
  `
  const head = { title: `${title} · Vitrina`, description, canonical: publicUrl + href }
  return plainPage(head, main, { kind: 'home' })
}

/** `hola@vitrina.example` of `Vitrina <hola@vitrina.example>`. */
const addressIn = (sender: string) => sender.split(/[\s<>]/).find((part) => part.includes('@')) ?? sender

const terms: LegalPage = {
  title: 'Términos de uso',
  description: 'Lo que vale entre Vitrina, las tiendas y quienes compran en ellas: ventas, planes y datos.',
  parts: [
    [
      'Quién vende',
      html`
        Cada tienda es de quien la abrió. La venta es entre la tienda y quien compra: precios,
        entrega, cambios y garantías los responde la tienda.
      `,
    ],
    [
      'Qué hace Vitrina',
      html`
        Muestra el catálogo, guarda el pedido y lo prepara para WhatsApp. No cobra, no guarda
        tarjetas de quien compra y no lleva comisión por pedido.
      `,
    ],
    [
      'Qué no se permite',
      html`
        Vender lo que la ley prohíbe, hacerse pasar por otra tienda, o usar el servicio para engañar
        o molestar. Una tienda que lo haga puede cerrarse.
      `,
    ],
    [
      'Planes',
      html`
        El plan gratuito no vence. Los planes de pago se cobran por adelantado y se dejan cuando se
        quiera; si un pago no llega, la tienda se suspende y vuelve en cuanto se recibe.
      `,
    ],
    [
      'Tus datos',
      html`
        Los productos, fotos, clientes y pedidos de una tienda son de la tienda, que los descarga y
        los borra cuando quiera.
      `,
    ],
  ],
}

const privacy: LegalPage = {
  title: 'Privacidad',
  description: 'Qué datos guardan Vitrina y sus tiendas, para qué, y cómo se borran.',
  parts: [
    [
      'Si compras',
      html`
        La tienda recibe lo que escribes en tu pedido: nombre, teléfono, dirección y notas. Lo usa
        para atenderte y puede borrarlo si se lo pides. No se vende ni se usa para anuncios.
      `,
    ],
    [
      'Lo que recuerda tu teléfono',
      html`
        Tu carrito, tus pedidos y los datos que escribiste se guardan en tu teléfono para no volver
        a escribirlos. En «Mis pedidos» de cada tienda los olvidas con un toque.
      `,
    ],
    [
      'Visitas',
      html`
        Contamos cuántas visitas agregan algo al carrito y cuántas piden, con un nombre al azar que
        termina con la visita; a quien pide no ser seguido no se le cuenta. No hay publicidad. Una
        tienda puede usar además el píxel de Meta o Google Analytics: te lo pregunta, y solo se
        cargan si aceptas. Cambias tu respuesta al pie de sus páginas.
      `,
    ],
    [
      'Si tienes una tienda',
      html`
        Guardamos tu correo, tus accesos y lo que publicas. Los pagos los atiende Stripe, que no nos
        da tu tarjeta. Al borrar la tienda, sus datos se eliminan pasados los plazos para
        recuperarla.
      `,
    ],
    [
      'Cookies',
      html`
        Las páginas de las tiendas no usan cookies, salvo las de Meta o Google si aceptas que
        cuenten tu visita. El panel usa las necesarias para saber que entraste.
      `,
    ],
  ],
}
