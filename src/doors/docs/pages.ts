import { readFileSync } from 'node:fs'
import type { App } from '../../core/http/app.ts'
import { addressOf, docsPage, guidePage, guides } from './guides.ts'
import { openapiOf } from './openapi.ts'
import type { Document } from './reference/document.ts'
import { referencePages } from './reference/pages.ts'
import { sendDocument } from './send.ts'

/** No other hosts, and no scripts. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'", // audits of the page request /robots.txt in its name
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The reference at `/docs`, its guides, and `llms.txt`. */
export function docsPages(app: App) {
  const css = readFileSync(new URL('assets/docs.css', import.meta.url), 'utf8')
  let document: Document | undefined

  for (const { href, title, body } of referencePages) {
    page(href, () => {
      document ??= openapiOf(app) // all routes are registered by now
      return docsPage(title, guides, body(document, app.publicUrl))
    })
  }
  for (const guide of guides) page(addressOf(guide), () => guidePage(guide, guides, app.publicUrl))
  app.get('/docs/docs.css', (request, reply) =>
    sendDocument(request, reply, 'text/css; charset=utf-8', () => css),
  )
  app.get('/llms.txt', (request, reply) =>
    sendDocument(request, reply, 'text/plain; charset=utf-8', () => llmsText(app.publicUrl)),
  )

  function page(address: string, make: () => string) {
    app.get(address, (request, reply) => {
      reply.header('content-security-policy', POLICY)
      return sendDocument(request, reply, 'text/html; charset=utf-8', make)
    })
  }
}

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
    `- [Referencia](${site}/docs): lo mismo para leer`,
    '',
  ].join('\n')
}
