import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../core/http/app.ts'
import { conditionalResponse } from '../core/http/body-cache.ts'
import { compressed, pickEncoding } from '../core/http/compress.ts'
import { addressOf, docsPage, guidePage } from './guide.ts'
import { guides } from './guides.ts'
import { openapiOf } from './openapi.ts'
import type { Document } from './reference/document.ts'
import { referencePages } from './reference/pages.ts'

/** No other hosts, and no scripts. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'", // audits of the page ask for /robots.txt in its name
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** The reference at `/docs`, its guides, and `llms.txt`. */
export function docsPages(app: App) {
  const css = readFileSync(new URL('assets/docs.css', import.meta.url), 'utf8')
  let document: Document | undefined

  for (const { href, title, body } of referencePages) {
    app.get(href, (request, reply) =>
      show(request, reply, 'html', () => {
        document ??= openapiOf(app) // all routes are registered by now
        return docsPage(title, guides, body(document, app.publicUrl))
      }),
    )
  }
  for (const guide of guides) {
    app.get(addressOf(guide), (request, reply) =>
      show(request, reply, 'html', () => guidePage(guide, guides, app.publicUrl)),
    )
  }
  app.get('/docs/docs.css', (request, reply) => show(request, reply, 'css', () => css))
  app.get('/llms.txt', (request, reply) => show(request, reply, 'txt', () => llmsText(app.publicUrl)))
}

/** Rendered and compressed once per process; 304 by ETag. */
async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  type: keyof typeof types,
  make: () => string,
) {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const { bodies } = request.server
  const cached = await bodies.getOrCreate(`docs ${request.routeOptions.url} ${encoding}`, 0, () =>
    compressed(Buffer.from(make()), encoding, 'quick'),
  )
  const how = { type: types[type], cacheControl: 'public, max-age=300', encoding }
  const { status, headers, body } = conditionalResponse(cached, how, request.headers['if-none-match'])
  if (type === 'html') reply.header('content-security-policy', POLICY)
  return reply.code(status).headers(headers).send(body)
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
