import { html, type Html } from '../../../core/http/html.ts'
import type { View } from '../page.ts'
import { icon } from './icon.ts'

/** A text with buttons to copy and share it; without JavaScript it is selected by hand. */
export function copyField(label: string, text: string): Html {
  return html`
    <div class="copied">
      <p><small>${label}</small><span>${text}</span></p>
      <button type="button" class="quiet" data-copy="${text}" aria-label="Copiar: ${label}">
        ${icon('copy')}
      </button>
    </div>
  `
}

/** A block of preformatted lines, which scrolls sideways. */
export const codeBlock = (label: string, text: string): Html => html`
  <div class="code">
    <div>
      <b>${label}</b>
      <button type="button" class="quiet" data-copy="${text}" aria-label="Copiar: ${label}">
        ${icon('copy')}
      </button>
    </div>
    <pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
  </div>
`

type Secret = { title: string; label: string; secret: string; next: string; more?: Html }

/** The page that shows a new secret, once: it can't be read again. */
export const shownOnce = ({ title, label, secret, next, more }: Secret): View => ({
  title,
  main: html`<p>Copia esto ahora y guárdalo donde solo tú lo veas: <b>no lo volveremos a mostrar</b>.</p>
${copyField(label, secret)}${more}
<p><a class="button" href="${next}">Ya lo guardé</a></p>`,
})
