import type { FastifyReply } from 'fastify'
import type { App } from '../../core/http/app.ts'
import { html } from '../../core/http/html.ts'
import { languageTags, type Language } from '../../core/texts/language.ts'
import { t } from '../../core/texts/text.ts'
import { backgroundColour } from '../../features/themes/stylesheet.ts'
import { findSignedIn } from './access/guards.ts'
import { publicPage } from './page.ts'
import { assets } from './parts/icon.ts'

/** The web app: its manifest, and the service worker that shows cached pages offline and receives pushes. */
export function installableRoutes(app: App) {
  app.get('/manifest.webmanifest', (request, reply) =>
    sendFile(reply, 'application/manifest+json', JSON.stringify(manifestIn(request.language))),
  )
  app.get('/worker.js', async (request, reply) => {
    await findSignedIn(request, reply, null) // whose language its pages and their scripts have
    reply.header('service-worker-allowed', '/panel')
    return sendFile(reply, 'text/javascript; charset=utf-8', workerIn(request.language))
  })
}

/** Revalidated at each visit, so that a new version is installed at once. */
const sendFile = (reply: FastifyReply, type: string, text: string) =>
  reply.headers({ 'content-type': type, 'cache-control': 'no-cache' }).send(text)

const shortcut = (name: string, url: string) => ({ name, url })

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => {
  return { src: assets.href(name), type: 'image/png', sizes: `${size}x${size}`, purpose }
}

const manifestIn = (language: Language) => ({
  id: '/panel',
  name: 'Vitrina',
  short_name: 'Vitrina',
  description: t('Tu tienda: pedidos, productos y clientes.').in(language),
  lang: languageTags[language],
  start_url: '/panel',
  scope: '/panel',
  display: 'standalone',
  theme_color: backgroundColour('barro', 'light'),
  background_color: backgroundColour('barro', 'light'),
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('maskable-192.png', 192, 'maskable'),
    icon('maskable-512.png', 512, 'maskable'),
  ],
  shortcuts: [
    shortcut(t('Pedidos').in(language), '/panel/pedidos'),
    shortcut(t('Producto nuevo').in(language), '/panel/productos/nuevo'),
    shortcut(t('Anotar un pedido').in(language), '/panel/pedidos/nuevo'),
  ],
})

/** The worker's source with this version's file URLs; its text changes with the version, so browsers install the new one. */
const workerIn = (language: Language) =>
  `self.panel = ${JSON.stringify({ version: assets.version, files: filesOfPages(language), language: languageTags[language] })}
${assets.file('worker.js', language)!.body.toString()}`

function filesOfPages(language: Language): string[] {
  const others = new Set(['worker.js', 'icon-512.png', 'maskable-192.png', 'maskable-512.png'])
  return assets.names
    .filter((name) => !others.has(name))
    .map((name) => (name.endsWith('.js') ? assets.script(name).in(language) : assets.href(name)))
}

export const offlinePage = publicPage({
  path: '/sin-conexion',
  show: () => ({
    title: t('Sin conexión'),
    main: html`
      <p>${t('Esta página no está guardada en este dispositivo. Revisa tu conexión y vuelve a intentarlo.')}</p>
      <p class="buttons">
        <a class="button" href="">${t('Reintentar')}</a>
        <a class="button ghost" href="/panel">${t('Ir al inicio')}</a>
      </p>
    `,
  }),
})
