import { notFound } from '../../core/errors/errors.ts'
import { html } from '../../core/http/html.ts'
import { helpGuides } from './help-guides.ts'
import { storePage } from '../page.ts'
import { list } from '../parts/list.ts'

export const helpPage = storePage({
  path: '/ayuda',
  needs: 'store:read',
  show({ app, base }) {
    const rows = helpGuides.map(({ id, title, summary }) => ({
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
    const guide = helpGuides.find(({ id }) => id === context.params['id'])
    if (!guide) throw notFound('Esa guía')
    const back = { href: `${context.base}/ayuda`, label: 'Ayuda' }
    return { title: guide.title, back, main: guide.body(context) }
  },
})
