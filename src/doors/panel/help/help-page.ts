import { notFound } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import { markdownToHtml, readGuides } from '../../../core/pages/guides.ts'
import { mayOpen } from '../navigation.ts'
import { storePage, type StoreContext } from '../page.ts'
import { list } from '../parts/list.ts'

export const helpPage = storePage({
  path: '/ayuda',
  needs: 'store:read',
  show({ app, base }) {
    const rows = helpGuides.map(({ slug: id, title, summary }) => ({
      href: `${base}/ayuda/${id}`,
      title,
      detail: summary,
    }))
    return {
      title: 'Ayuda',
      main: html`
        ${list(rows, 'Guías')}
        <p class="muted">
          ¿Programas? <a href="${app.publicUrl}/docs">La documentación de la API</a> tiene lo demás.
        </p>
      `,
    }
  },
})

export const helpGuidePage = storePage({
  path: '/ayuda/:id',
  needs: 'store:read',
  show(context) {
    const guide = helpGuides.find(({ slug }) => slug === context.params['id'])
    if (!guide) throw notFound('Esa guía')
    const back = { href: `${context.base}/ayuda`, label: 'Ayuda' }
    const main = html`<div class="guide">${markdownToHtml(linked(context, guide.text))}</div>`
    return { title: guide.title, back, main }
  },
})

/** Short enough to be read between two customers. */
export const helpGuides = readGuides(new URL('guides/', import.meta.url), [
  'primer-pedido',
  'responder',
  'imprimir',
  'claves',
])

/** With links to pages of the panel for roles that may open them, else with their words alone. */
const linked = ({ base, can }: StoreContext, text: string): string =>
  text.replaceAll(/\[([^[\]]+)\]\((\/[^()]*)\)/g, (_all, words: string, path: string) =>
    mayOpen(can, path) ? `[${words}](${base}${path})` : words,
  )
