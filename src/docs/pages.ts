import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { App } from '../core/http/app.ts'
import { html } from '../core/http/html.ts'
import { addressOf, docsPage, guidePage } from './guide.ts'
import { guides } from './guides.ts'
import { scalarScript } from './scalar.ts'

/** Nothing comes from elsewhere, and nothing goes there. The reference styles its parts with inline style. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** The reference at `/docs`, its guides, and `llms.txt`. */
export function docsPages(app: App) {
  const asset = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')
  const [css, js] = [asset('docs.css'), asset('reference.js')]

  app.get('/docs', (_request, reply) =>
    show(reply, 'html', docsPage('Referencia de la API', guides, reference, scripts)),
  )
  for (const guide of guides) {
    app.get(addressOf(guide), (_request, reply) =>
      show(reply, 'html', guidePage(guide, guides, app.publicUrl)),
    )
  }
  app.get('/docs/docs.css', (_request, reply) => show(reply, 'css', css))
  app.get('/docs/reference.js', (_request, reply) => show(reply, 'js', js))
  app.get('/docs/scalar.js', async (_request, reply) => {
    reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
    return show(reply, 'js', await scalarScript())
  })
  app.get('/llms.txt', (_request, reply) => show(reply, 'txt', llmsText(app.publicUrl)))
}

function show(reply: FastifyReply, type: keyof typeof types, body: string | Buffer) {
  reply.header('content-type', types[type]).header('cache-control', 'public, max-age=300')
  if (type === 'html') reply.header('content-security-policy', POLICY)
  return reply.send(body)
}

const reference = html`<h1 class="visually-hidden">Referencia de la API</h1>
  <noscript>
    <p>
      La referencia interactiva necesita JavaScript. Las guías de arriba no, y la descripción completa está en
      <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.
    </p>
  </noscript>
  <div id="referencia"></div>`

const scripts = html`<script src="/docs/scalar.js"></script>
  <script type="module" src="/docs/reference.js"></script>`

/** The map of the documentation for assistants: llmstxt.org. */
function llmsText(site: string): string {
  return [
    '# Vitrina',
    '',
    '> Catálogos de productos con pedidos por WhatsApp para tiendas pequeñas de América Latina, con una API REST.',
    '',
    '## Guías',
    '',
    ...guides.map((guide) => `- [${guide.title}](${site}${addressOf(guide)}): ${guide.summary}`),
    '',
    '## Referencia',
    '',
    `- [OpenAPI 3.1](${site}/api/v1/openapi.json): todas las direcciones, con sus esquemas, errores y ejemplos`,
    `- [Referencia interactiva](${site}/docs): lo mismo para leer y probar`,
    '',
  ].join('\n')
}
