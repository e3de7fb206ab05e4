import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { html, type Html } from '../core/http/html.ts'
import { themeIds, type ThemeId } from '../themes/theme.ts'
import { plainPage } from './layout.ts'
import { assets } from './parts/icon.ts'
import { sendPage } from './send-page.ts'

/** The shop of the demo, where there is one. */
const DEMO_SLUG = 'cerro-ceniza'

export function homePageRoute(app: App) {
  app.get('/', async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return await sendPage(request, reply, homePage(app, await hasDemo(request.sql)))
  })
}

async function hasDemo(sql: Sql): Promise<boolean> {
  const [demo] = await sql`select 1 from stores where slug = ${DEMO_SLUG} and deleted_at is null`
  return demo !== undefined
}

function homePage({ publicUrl, knownRoutes }: App, hasDemo: boolean): Html {
  const main = html`${welcome(hasDemo, knownRoutes.has('/panel'))}${reasons}`
  return plainPage(
    {
      title: 'Vitrina: catálogo en línea con pedidos por WhatsApp',
      description:
        'Catálogo en línea para tiendas de América Latina: se comparte por un enlace y los pedidos llegan a WhatsApp.',
      canonical: `${publicUrl}/`,
    },
    main,
    { kind: 'home' },
  )
}

const welcome = (hasDemo: boolean, hasPanel: boolean) => html`
  <section class="welcome">
    <div>
      <p class="wordmark">Vitrina</p>
      <h1>Tu catálogo en un enlace. Tus pedidos en WhatsApp.</h1>
      <p class="lead">
        Quien compra elige en tu tienda y te escribe con el pedido ya armado: productos, envío y total, sin errores de
        suma.
      </p>
      <p class="actions">
        ${hasDemo && html`<a class="button" href="/${DEMO_SLUG}">Ver una tienda</a>`}
        ${hasPanel && html`<a class="button ghost" href="/panel">Entrar al panel</a>`}
        <a class="button ghost" href="/docs">Documentación</a>
      </p>
    </div>
    <div class="samples" aria-hidden="true">${themeIds.map(sample)}</div>
  </section>
`

const reasons = html`
  <section class="reasons">
    <div>
      <h2>Abre al instante</h2>
      <p>
        Páginas livianas, pensadas para un teléfono sencillo y una red lenta. Sin instalar nada y sin crear cuenta.
      </p>
    </div>
    <div>
      <h2>Ningún pedido se pierde</h2>
      <p>
        Se guarda antes de abrir el chat. Un doble toque es un solo pedido y los precios los pone la tienda, no el
        mensaje.
      </p>
    </div>
    <div>
      <h2>Tuya por dentro</h2>
      <p>
        Una API completa, webhooks firmados y herramientas para asistentes.
        <a href="/docs">Lee la documentación</a>.
      </p>
    </div>
  </section>
`

const samples: Record<ThemeId, { name: string; motif: string }> = {
  barro: { name: 'Café y barro', motif: 'm1' },
  lino: { name: 'Plantas de casa', motif: 'm2' },
  tinta: { name: 'Hecho a mano', motif: 'm4' },
}

/** A corner of a shop in one of the themes. */
function sample(theme: ThemeId): Html {
  const { name, motif } = samples[theme]
  return html`
    <div class="sample" data-theme="${theme}">
      <div class="frame"><svg class="picture drawn"><use href="${assets.href('drawn.svg')}#${motif}"/></svg></div>
      <p class="wordmark">${name}</p>
      <span class="pill"></span>
    </div>
  `
}
