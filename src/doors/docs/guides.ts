import { readGuides, markdownToHtml, type Guide } from '../../core/pages/guides.ts'
import { html, trusted, type Html } from '../../core/http/html.ts'
import { guideValues } from './guide-values.ts'

export const guides = readGuides(new URL('guides/', import.meta.url), [
  'inicio-rapido',
  'autenticacion',
  'errores',
  'limites',
  'paginacion',
  'idempotencia',
  'extras',
  'zonas',
  'pagos',
  'whatsapp',
  'webhooks',
  'asistentes',
  'versionado',
])

export const addressOf = ({ slug }: Pick<Guide, 'slug'>) => `/docs/guia/${slug}`

export function docsPage(title: string, guides: Guide[], main: Html): string {
  return html`${trusted('<!doctype html>')}
    <html lang="es">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Vitrina</title>
        <meta name="description" content="Documentación de la API de Vitrina: referencia y guías." />
        <link rel="stylesheet" href="/docs/docs.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#contenido">Ir al contenido</a>
        <header>
          <a class="brand" href="/docs">Vitrina API</a>
          <nav aria-label="Guías">
            ${guides.map((guide) => html`<a href="${addressOf(guide)}">${guide.title}</a>`)}
          </nav>
        </header>
        <main id="contenido"><article>${main}</article></main>
      </body>
    </html>`.in('es')
}

/** @param site where the service is reached */
export function guidePage({ title, summary, text }: Guide, guides: Guide[], site: string): string {
  const values: Record<string, string> = { ...guideValues, site }
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name]!)
  return docsPage(
    title,
    guides,
    html`<h1>${title}</h1>
      <p class="lead">${summary}</p>
      ${markdownToHtml(filled)}`,
  )
}
