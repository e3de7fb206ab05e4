import { readFileSync } from 'node:fs'

/** A page of the documentation. Its text is Markdown, in which `{{site}}` and the like stand for values. */
export type Guide = { slug: string; title: string; summary: string; text: string }

/** In the order in which they are read. */
const slugs = [
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
]

export const guides: Guide[] = slugs.map(read)

function read(slug: string): Guide {
  const file = readFileSync(new URL(`guides/${slug}.md`, import.meta.url), 'utf8')
  const [title, summary, ...text] = file.split('\n\n')
  return { slug, title: title!.replace('# ', ''), summary: summary!, text: text.join('\n\n') }
}
