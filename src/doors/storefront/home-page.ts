import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { html, type Html } from '../../core/http/html.ts'
import { pageLanguage } from '../../core/http/request-language.ts'
import { t, type Localized, type Wording } from '../../core/texts/text.ts'
import { CAPS } from '../../features/billing/plans.ts'
import {
  priceText,
  cachedPlanPrices,
  type PlanPrice,
  type PlanPrices,
} from '../../features/billing/prices.ts'
import { alternates, inSameLanguage, languageSwitch } from '../../core/pages/language-links.ts'
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
    name: t('Ver la tienda de ropa'),
    text: t('Ropa y artesanía: fotos grandes, con talla y color.'),
    alt: t('El catálogo de una tienda de ropa en un teléfono, con fotos grandes'),
  },
  {
    slug: 'la-espiga',
    name: t('Ver la panadería'),
    text: t('Comida: la carta entera en una página, para pedir con el pulgar.'),
    alt: t('La carta de una panadería en un teléfono, por secciones'),
  },
  {
    slug: 'el-yunque',
    name: t('Ver la ferretería'),
    text: t('Catálogos largos: cientos de productos, con medidas y existencias.'),
    alt: t('La lista de productos de una ferretería en un teléfono'),
  },
]

export function homePageRoute(app: App) {
  app.get('/', async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    const language = pageLanguage(request, reply)
    const [demo, costs] = await Promise.all([findDemoShops(request.sql), cachedPlanPrices(app.config)])
    return await sendPage(request, reply, homePage(app, demo, costs), language)
  })
}

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

function homePage(app: App, demo: Set<string>, costs: PlanPrices): Html {
  const { publicUrl } = app
  const [begin, panel] = [panelHref(app, '/panel/crear-cuenta'), panelHref(app, '/panel')]
  const main = html`
    ${topRow(panel, demo)}${welcome(begin, demo)}${screens(demo)}${promises}${steps}${prices(begin, costs)}${faq}${callToAction(begin)}
  `
  return plainPage(
    {
      title: t('Vitrina: catálogo en línea con pedidos por WhatsApp'),
      description: t(
        'Catálogo en línea para tiendas de América Latina: se comparte por un enlace y los pedidos llegan a WhatsApp.',
      ),
      canonical: `${publicUrl}/`,
      extra: alternates(`${publicUrl}/`),
      picture: {
        href: `${publicUrl}${assets.href('home.jpg')}`,
        alt: t('Vitrina: tu catálogo en un enlace, tus pedidos en WhatsApp'),
      },
    },
    main,
    { kind: 'home', footer: footer(panel) },
  )
}

/** On a host of its own, the panel does not know what this browser has chosen here. */
const panelHref = ({ publicUrl, panelUrl }: App, path: string): Wording =>
  panelUrl === publicUrl ? panelUrl + path : inSameLanguage(panelUrl + path)

const topRow = (panel: Wording, demo: Set<string>) => html`
  <nav class="home-top" aria-label="Vitrina">
    <b class="wordmark">Vitrina</b>
    ${demo.size > 0 && html`<a href="#tiendas">${t('Tiendas')}</a>`}
    <a href="#precios">${t('Precios')}</a>
    <a href="#preguntas">${t('Preguntas')}</a>
    <a href="${panel}">${t('Entrar')}</a>
  </nav>
`

const welcome = (begin: Wording, demo: Set<string>) => html`
  <section class="welcome">
    <div>
      <h1>${t('Tu catálogo en un enlace. Tus pedidos en WhatsApp.')}</h1>
      <p class="lead">
        ${t('Quien compra elige y te escribe con el pedido ya armado.')}
        ${t('Tú confirmas y entregas, sin contestar veinte veces cuánto cuesta.')}
      </p>
      <p class="actions">
        <a class="button" href="${begin}">${t('Crear mi tienda gratis')}</a>
        ${demo.size > 0 && html`<a class="button ghost" href="#tiendas">${t('Ver tiendas')}</a>`}
      </p>
      <p class="muted">${t('Sin tarjeta y sin comisión por pedido.')}</p>
    </div>
    <div class="phones">${picture('anil-ropa', '')}${picture('order', '')}</div>
  </section>
`

/** A screenshot of the demo on a phone, made by `npm run screenshots`. */
const picture = (name: string, alt: Wording) => html`
  <img src="${assets.href(`screen-${name}.webp`)}" width="360" height="780" alt="${alt}" loading="lazy" decoding="async">
`

const screen = (name: string, caption: Html | Localized, alt: Localized) => html`
  <figure>${picture(name, alt)}<figcaption>${caption}</figcaption></figure>
`

const screens = (demo: Set<string>) => html`
  <section id="tiendas">
    <h2>${t('Una tienda como la tuya')}</h2>
    <div class="screens" tabindex="0" role="region" aria-label="${t('Cómo se ve')}">
      ${DEMO_SHOPS.map(({ slug, name, text, alt }) =>
        screen(
          slug,
          html`${text}${demo.has(slug) && html` <a href="${pathHere({ slug }, '')}">${name}</a>`}`,
          alt,
        ),
      )}
      ${screen('order', t('El pedido, listo para enviar por WhatsApp.'), t('La página de un pedido, con el botón que abre WhatsApp'))}
      ${screen('panel', t('Tu panel: confirma y avisa con un toque.'), t('El panel de la tienda, con los pedidos de hoy'))}
    </div>
  </section>
`

const b = (text: string) => html`<b>${text}</b>`

const promises = html`
  <section>
    <h2>${t('Hecha para vender desde el teléfono')}</h2>
    <ul class="plans">
      <li>${t('<b>Abre al instante.</b> Páginas livianas, que cargan con una red lenta y un teléfono sencillo.', { b })}</li>
      <li>${t('<b>Vende lo que hay.</b> Tallas, tamaños y existencias: la última unidad es de un solo pedido.', { b })}</li>
      <li>${t('<b>Se ve como tu marca.</b> Tres temas distintos, tu color, tu logo y tus fotos.', { b })}</li>
      <li>${t('<b>Crece contigo.</b> Importa tu lista de precios, invita a tu equipo, conecta tus sistemas.', { b })}</li>
    </ul>
  </section>
`

const steps = html`
  <section>
    <h2>${t('Así se empieza')}</h2>
    <ol class="begin">
      <li>${t('<b>Crea tu cuenta</b> con tu correo. Toma un minuto.', { b })}</li>
      <li>${t('<b>Sube tus productos</b> desde el teléfono: la foto, el nombre y el precio.', { b })}</li>
      <li>${t('<b>Comparte el enlace</b> en tu estado, en tu perfil o impreso con su código QR.', { b })}</li>
    </ol>
  </section>
`

const prices = (begin: Wording, { pro, lifetime }: PlanPrices) => html`
  <section id="precios">
    <h2>${t('Cuánto cuesta')}</h2>
    <div class="plans">
      <div class="sheet">
        <h3>${t('Gratis')}</h3>
        <p>
          ${t(
            'Hasta {products, number} productos y {categories, number} categorías. Pedidos sin límite y sin comisión.',
            {
              products: CAPS.free.products,
              categories: CAPS.free.categories,
            },
          )}
        </p>
        <p><a class="button" href="${begin}">${t('Empezar gratis')}</a></p>
      </div>
      <div class="sheet">
        <h3>Pro</h3>
        <p>
          ${t(
            'Hasta {products, number} productos, hasta {members, number} personas, estadísticas y moderación de opiniones.',
            {
              products: CAPS.paid.products,
              members: CAPS.paid.members,
            },
          )}
        </p>
        ${pro && html`<p>${paidPrice(pro, lifetime)}</p>`}
        <p class="muted">
          ${!pro && t('Se paga por mes, o una sola vez y para siempre; el precio aparece en tu panel antes de pagar.')}
          ${t('Puedes dejarlo cuando quieras.')}
        </p>
      </div>
    </div>
  </section>
`

const paidPrice = (pro: PlanPrice, lifetime: PlanPrice | undefined): Localized =>
  lifetime
    ? t('<b>{price}</b>, o {lifetime} y para siempre.', {
        b,
        price: priceText(pro),
        lifetime: priceText(lifetime),
      })
    : t('<b>{price}</b>.', { b, price: priceText(pro) })

const callToAction = (begin: Wording) => html`
  <section>
    <h2>${t('Hoy mismo puede estar lista')}</h2>
    <p><a class="button" href="${begin}">${t('Crear mi tienda gratis')}</a></p>
  </section>
`

const footer = (panel: Wording) => html`
  <footer>
    <p class="wordmark">Vitrina</p>
    <nav aria-label="${t('Más')}">
      <ul>
        <li><a href="${panel}">${t('Entrar al panel')}</a></li>
        <li><a href="/docs">${t('Documentación')}</a></li>
        <li><a href="${legalHref.terms}">${t('Términos de uso')}</a></li>
        <li><a href="${legalHref.privacy}">${t('Privacidad')}</a></li>
        ${languageSwitch('/').map((link) => html`<li>${link}</li>`)}
      </ul>
    </nav>
  </footer>
`
