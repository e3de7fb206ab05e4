import { notFound } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import { markdownToHtml, readGuides } from '../../../core/pages/guides.ts'
import type { Language } from '../../../core/texts/language.ts'
import { Formatted, t } from '../../../core/texts/text.ts'
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
    const documents = (text: string) => html`<a href="${app.publicUrl}/docs">${text}</a>`
    return {
      title: t('Ayuda'),
      main: html`
        ${list(rows, t('Guías'))}
        <p class="muted">
          ${t('¿Programas? <a>La documentación de la API</a> tiene lo demás.', { a: documents })}
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
    if (!guide) throw notFound(t('Esa guía'))
    const back = { href: `${context.base}/ayuda`, label: t('Ayuda') }
    const text = new Formatted((language) => markdownToHtml(linked(context, guide.textIn(language))))
    return { title: guide.title, back, main: html`<div class="guide">${text}</div>` }
  },
})

/** Short enough to be read between two customers. */
const slugs = ['primer-pedido', 'responder', 'imprimir', 'claves']

const guidesIn = (language: Language) => readGuides(new URL(`guides/${language}/`, import.meta.url), slugs)
const guides = { es: guidesIn('es'), pt: guidesIn('pt'), en: guidesIn('en') }

/** Each is written as a whole in each language. */
export const helpGuides = slugs.map((slug, n) => ({
  slug,
  title: new Formatted((language) => guides[language][n]!.title),
  summary: new Formatted((language) => guides[language][n]!.summary),
  textIn: (language: Language) => guides[language][n]!.text,
}))

/** With links to pages of the panel for roles that may open them, else with their words alone. */
const linked = ({ base, can }: StoreContext, text: string): string =>
  text.replaceAll(/\[([^[\]]+)\]\((\/[^()]*)\)/g, (_all, words: string, path: string) =>
    mayOpen(can, path) ? `[${words}](${base}${path})` : words,
  )
