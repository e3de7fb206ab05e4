import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { html, type Html } from '../../core/http/html.ts'
import { CAPS } from '../../features/billing/plans.ts'
import { priceText, cachedPlanPrices, type PlanPrices } from '../../features/billing/prices.ts'
import { OWNER_EMAIL } from '../../features/demo/owner-email.ts'
import { faq } from './home-faq.ts'
import { plainPage } from './layout.ts'
import { legalHref } from './legal-pages.ts'
import { assets } from './parts/icon.ts'
import { sendPage } from './send-page.ts'
import { pathHere } from '../../features/stores/address.ts'

const DEMO_SHOPS = [
  {
    slug: 'anil-ropa',
    name: 'Ver la tienda de ropa',
    text: 'Ropa y artesanía: fotos grandes, con talla y color.',
    alt: 'El catálogo de una tienda de ropa en un teléfono, con fotos grandes',
  },
  {
    slug: 'la-espiga',
    name: 'Ver la panadería',
    text: 'Comida: la carta entera en una página, para pedir con el pulgar.',
    alt: 'La carta de una panadería en un teléfono, por secciones',
  },
  {
    slug: 'el-yunque',
    name: 'Ver la ferretería',
    text: 'Catálogos largos: cientos de productos, con medidas y existencias.',
    alt: 'La lista de productos de una ferretería en un teléfono',
  },
]

export function homePageRoute(app: App) {
  app.get('/', async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    const [demo, costs] = await Promise.all([findDemoShops(request.sql), cachedPlanPrices(app.config)])
    return await sendPage(request, reply, homePage(app, demo, costs), 'es')
  })
}

/** The slugs of the demo shops on this service; without the demo, other shops may have these slugs. */
async function findDemoShops(sql: Sql): Promise<Set<string>> {
  const slugs = DEMO_SHOPS.map(({ slug }) => slug)
  const shops = await sql<{ slug: string }[]>`
    select slugs.slug
    from slugs
    join stores on stores.id = slugs.store_id
    join members on members.store_id = stores.id and members.role = 'OWNER'
    join accounts on accounts.id = members.account_id
    where slugs.slug = any(${slugs}::text[])
    and slugs.held_until is null
    and stores.deleted_at is null
    and accounts.email = ${OWNER_EMAIL}`
  return new Set(shops.map(({ slug }) => slug))
}

function homePage({ publicUrl, panelUrl }: App, demo: Set<string>, costs: PlanPrices): Html {
  const begin = `${panelUrl}/panel/crear-cuenta`
  const main = html`
    ${topRow(panelUrl, demo)}${welcome(begin, demo)}${screens(demo)}${promises}${steps}${prices(begin, costs)}${faq}${callToAction(begin)}
  `
  return plainPage(
    {
      title: 'Vitrina: catálogo en línea con pedidos por WhatsApp',
      description:
        'Catálogo en línea para tiendas de América Latina: se comparte por un enlace y los pedidos llegan a WhatsApp.',
      canonical: `${publicUrl}/`,
      picture: {
        href: `${publicUrl}${assets.href('home.jpg')}`,
        alt: 'Vitrina: tu catálogo en un enlace, tus pedidos en WhatsApp',
      },
    },
    main,
    { kind: 'home', footer: footer(panelUrl) },
  )
}

const topRow = (panelUrl: string, demo: Set<string>) => html`
  <nav class="home-top" aria-label="Vitrina">
    <b class="wordmark">Vitrina</b>
    ${demo.size > 0 && html`<a href="#tiendas">Tiendas</a>`}
    <a href="#precios">Precios</a>
    <a href="#preguntas">Preguntas</a>
    <a href="${panelUrl}/panel">Entrar</a>
  </nav>
`

const welcome = (begin: string, demo: Set<string>) => html`
  <section class="welcome">
    <div>
      <h1>Tu catálogo en un enlace. Tus pedidos en WhatsApp.</h1>
      <p class="lead">
        Quien compra elige y te escribe con el pedido ya armado. Tú confirmas y entregas, sin contestar veinte veces
        cuánto cuesta.
      </p>
      <p class="actions">
        <a class="button" href="${begin}">Crear mi tienda gratis</a>
        ${demo.size > 0 && html`<a class="button ghost" href="#tiendas">Ver tiendas</a>`}
      </p>
      <p class="muted">Sin tarjeta y sin comisión por pedido.</p>
    </div>
    <div class="phones">${picture('anil-ropa', '')}${picture('order', '')}</div>
  </section>
`

/** A screenshot of the demo on a phone, made by `npm run screenshots`. */
const picture = (name: string, alt: string) => html`
  <img src="${assets.href(`screen-${name}.webp`)}" width="360" height="780" alt="${alt}" loading="lazy" decoding="async">
`

const screen = (name: string, caption: Html | string, alt: string) => html`
  <figure>${picture(name, alt)}<figcaption>${caption}</figcaption></figure>
`

const screens = (demo: Set<string>) => html`
  <section id="tiendas">
    <h2>Una tienda como la tuya</h2>
    <div class="screens" tabindex="0" role="region" aria-label="Cómo se ve">
      ${DEMO_SHOPS.map(({ slug, name, text, alt }) =>
        screen(
          slug,
          html`${text}${demo.has(slug) && html` <a href="${pathHere({ slug }, '')}">${name}</a>`}`,
          alt,
        ),
      )}
      ${screen('order', 'El pedido, listo para enviar por WhatsApp.', 'La página de un pedido, con el botón que abre WhatsApp')}
      ${screen('panel', 'Tu panel: confirma y avisa con un toque.', 'El panel de la tienda, con los pedidos de hoy')}
    </div>
  </section>
`

const promises = html`
  <section>
    <h2>Hecha para vender desde el teléfono</h2>
    <ul class="plans">
      <li><b>Abre al instante.</b> Páginas livianas, que cargan con una red lenta y un teléfono sencillo.</li>
      <li><b>Vende lo que hay.</b> Tallas, tamaños y existencias: la última unidad es de un solo pedido.</li>
      <li><b>Se ve como tu marca.</b> Tres temas distintos, tu color, tu logo y tus fotos.</li>
      <li><b>Crece contigo.</b> Importa tu lista de precios, invita a tu equipo, conecta tus sistemas.</li>
    </ul>
  </section>
`

const steps = html`
  <section>
    <h2>Así se empieza</h2>
    <ol class="begin">
      <li><b>Crea tu cuenta</b> con tu correo. Toma un minuto.</li>
      <li><b>Sube tus productos</b> desde el teléfono: la foto, el nombre y el precio.</li>
      <li><b>Comparte el enlace</b> en tu estado, en tu perfil o impreso con su código QR.</li>
    </ol>
  </section>
`

const count = new Intl.NumberFormat('es-419')

const prices = (begin: string, { pro, lifetime }: PlanPrices) => html`
  <section id="precios">
    <h2>Cuánto cuesta</h2>
    <div class="plans">
      <div class="sheet">
        <h3>Gratis</h3>
        <p>Hasta ${CAPS.free.products} productos y ${CAPS.free.categories} categorías. Pedidos sin límite y sin comisión.</p>
        <p><a class="button" href="${begin}">Empezar gratis</a></p>
      </div>
      <div class="sheet">
        <h3>Pro</h3>
        <p>
          Hasta ${count.format(CAPS.paid.products)} productos, hasta ${CAPS.paid.members} personas, estadísticas y
          moderación de opiniones.
        </p>
        ${pro && html`<p><b>${priceText(pro)}</b>${lifetime && html`, o ${priceText(lifetime)} y para siempre`}.</p>`}
        <p class="muted">
          ${!pro && 'Se paga por mes, o una sola vez y para siempre; el precio aparece en tu panel antes de pagar.'}
          Puedes dejarlo cuando quieras.
        </p>
      </div>
    </div>
  </section>
`

const callToAction = (begin: string) => html`
  <section>
    <h2>Hoy mismo puede estar lista</h2>
    <p><a class="button" href="${begin}">Crear mi tienda gratis</a></p>
  </section>
`

const footer = (panelUrl: string) => html`
  <footer>
    <p class="wordmark">Vitrina</p>
    <nav aria-label="Más">
      <ul>
        <li><a href="${panelUrl}/panel">Entrar al panel</a></li>
        <li><a href="/docs">Documentación</a></li>
        <li><a href="${legalHref.terms}">Términos de uso</a></li>
        <li><a href="${legalHref.privacy}">Privacidad</a></li>
      </ul>
    </nav>
  </footer>
`
