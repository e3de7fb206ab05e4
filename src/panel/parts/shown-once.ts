import { html, type Html } from '../../core/http/html.ts'
import type { View } from '../page.ts'
import { copyField } from './share.ts'

type Secret = { title: string; label: string; secret: string; next: string; more?: Html }

/** The page that shows a new secret, once: it can't be read again. */
export const shownOnce = ({ title, label, secret, next, more }: Secret): View => ({
  title,
  main: html`<p>Copia esto ahora y guárdalo donde solo tú lo veas: <b>no lo volveremos a mostrar</b>.</p>
${copyField(label, secret)}${more}
<p><a class="button" href="${next}">Ya lo guardé</a></p>`,
})
