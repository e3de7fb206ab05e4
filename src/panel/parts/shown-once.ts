import { html, type Html } from '../../core/http/html.ts'
import type { View } from '../page.ts'
import { copyField } from './share.ts'

type Secret = { title: string; label: string; secret: string; next: string; more?: Html }

/** A secret of which only a hash, or nothing that a page shows, is stored: this is the one time to copy it. */
export const shownOnce = ({ title, label, secret, next, more }: Secret): View => ({
  title,
  main: html`<p>Copia esto ahora y guárdalo donde solo tú lo veas: <b>no lo volveremos a mostrar</b>.</p>
${copyField(label, secret)}${more}
<p><a class="button" href="${next}">Ya lo guardé</a></p>`,
})
