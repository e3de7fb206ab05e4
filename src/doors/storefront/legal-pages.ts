import type { App } from '../../core/http/app.ts'
import { html, type Html } from '../../core/http/html.ts'
import { pageLanguage } from '../../core/http/request-language.ts'
import { alternates, languageSwitch } from '../../core/pages/language-links.ts'
import { joined, t, type Localized } from '../../core/texts/text.ts'
import { plainPage } from './layout.ts'
import { sendPage } from './send-page.ts'

export const legalHref = { terms: '/terminos', privacy: '/privacidad' }

type LegalPage = { title: Localized; description: Localized; parts: [heading: Localized, text: Localized][] }

export function legalPageRoutes(app: App) {
  for (const [href, page] of [
    [legalHref.terms, terms],
    [legalHref.privacy, privacy],
  ] as const) {
    app.get(href, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return await sendPage(request, reply, legalPage(app, href, page), pageLanguage(request, reply))
    })
  }
}

function legalPage({ publicUrl, config }: App, href: string, { title, description, parts }: LegalPage): Html {
  const address = addressIn(config.mailFrom)
  const main = html`
    <article class="legal-text">
      <p class="wordmark"><a href="/">Vitrina</a></p>
      <h1>${title}</h1>
      ${parts.map(([heading, text]) => html`<h2>${heading}</h2><p>${text}</p>`)}
      <h2>${t('Contacto')}</h2>
      <p>${t('Escribe a {address}.', { address: html`<a href="mailto:${address}">${address}</a>` })}</p>
      <p class="languages">${languageSwitch(href)}</p>
    </article>
  `
  const head = {
    title: joined([title, 'Vitrina'], ' · '),
    description,
    canonical: publicUrl + href,
    extra: alternates(publicUrl + href),
  }
  return plainPage(head, main, { kind: 'home' })
}

/** `hola@vitrina.example` of `Vitrina <hola@vitrina.example>`. */
const addressIn = (sender: string) => sender.split(/[\s<>]/).find((part) => part.includes('@')) ?? sender

const terms: LegalPage = {
  title: t('Términos de uso'),
  description: t(
    'Lo que vale entre Vitrina, las tiendas y quienes compran en ellas: ventas, planes y datos.',
  ),
  parts: [
    [
      t('Quién vende'),
      joined(
        [
          t('Cada tienda es de quien la abrió.'),
          t(
            'La venta es entre la tienda y quien compra: precios, entrega, cambios y garantías los responde la tienda.',
          ),
        ],
        ' ',
      ),
    ],
    [
      t('Qué hace Vitrina'),
      joined(
        [
          t('Muestra el catálogo, guarda el pedido y lo prepara para WhatsApp.'),
          t('No cobra, no guarda tarjetas de quien compra y no lleva comisión por pedido.'),
        ],
        ' ',
      ),
    ],
    [
      t('Qué no se permite'),
      joined(
        [
          t(
            'Vender lo que la ley prohíbe, hacerse pasar por otra tienda, o usar el servicio para engañar o molestar.',
          ),
          t('Una tienda que lo haga puede cerrarse.'),
        ],
        ' ',
      ),
    ],
    [
      t('Planes'),
      joined(
        [
          t('El plan gratuito no vence.'),
          t('Los planes de pago se cobran por adelantado y se dejan cuando se quiera;'),
          t('si un pago no llega, la tienda se suspende y vuelve en cuanto se recibe.'),
        ],
        ' ',
      ),
    ],
    [
      t('Tus datos'),
      t(
        'Los productos, fotos, clientes y pedidos de una tienda son de la tienda, que los descarga y los borra cuando quiera.',
      ),
    ],
  ],
}

const privacy: LegalPage = {
  title: t('Privacidad'),
  description: t('Qué datos guardan Vitrina y sus tiendas, para qué, y cómo se borran.'),
  parts: [
    [
      t('Si compras'),
      joined(
        [
          t('La tienda recibe lo que escribes en tu pedido: nombre, teléfono, dirección y notas.'),
          t('Lo usa para atenderte y puede borrarlo si se lo pides. No se vende ni se usa para anuncios.'),
        ],
        ' ',
      ),
    ],
    [
      t('Lo que recuerda tu teléfono'),
      joined(
        [
          t(
            'Tu carrito, tus pedidos y los datos que escribiste se guardan en tu teléfono para no volver a escribirlos.',
          ),
          t('En «Mis pedidos» de cada tienda los olvidas con un toque.'),
        ],
        ' ',
      ),
    ],
    [
      t('Visitas'),
      joined(
        [
          t(
            'Contamos cuántas visitas agregan algo al carrito y cuántas piden, con un nombre al azar que termina con la visita;',
          ),
          t('a quien pide no ser seguido no se le cuenta.'),
          t('No hay publicidad.'),
          t(
            'Una tienda puede usar además el píxel de Meta o Google Analytics: te lo pregunta, y solo se cargan si aceptas.',
          ),
          t('Cambias tu respuesta al pie de sus páginas.'),
        ],
        ' ',
      ),
    ],
    [
      t('Si tienes una tienda'),
      joined(
        [
          t(
            'Guardamos tu correo, tus accesos y lo que publicas. Los pagos los atiende Stripe, que no nos da tu tarjeta.',
          ),
          t('Al borrar la tienda, sus datos se eliminan pasados los plazos para recuperarla.'),
        ],
        ' ',
      ),
    ],
    [
      t('Cookies'),
      joined(
        [
          t(
            'Las páginas de las tiendas no usan cookies, salvo las de Meta o Google si aceptas que cuenten tu visita.',
          ),
          t('El panel usa las necesarias para saber que entraste, y si eliges un idioma, una lo recuerda.'),
        ],
        ' ',
      ),
    ],
  ],
}
