import { t, type Wording } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import type { View } from '../page.ts'
import { icon } from './icon.ts'

/** A text with buttons to copy and share it; without JavaScript it is selected by hand. */
export function copyField(label: Wording, text: Wording): Html {
  return html`
    <div class="copied">
      <p><small>${label}</small><span>${text}</span></p>
      <button type="button" class="quiet" data-copy="${text}" aria-label="${t('Copiar: {label}', { label })}">
        ${icon('copy')}
      </button>
    </div>
  `
}

/** A block of preformatted lines, which scrolls sideways. */
export const codeBlock = (label: Wording, text: string): Html => html`
  <div class="code">
    <div>
      <b>${label}</b>
      <button type="button" class="quiet" data-copy="${text}" aria-label="${t('Copiar: {label}', { label })}">
        ${icon('copy')}
      </button>
    </div>
    <pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
  </div>
`

type Secret = { title: Wording; label: Wording; secret: string; next: string; more?: Html }

/** The page that shows a new secret, once: it can't be read again. */
export const shownOnce = ({ title, label, secret, next, more }: Secret): View => ({
  title,
  main: html`<p>${t('Copia esto ahora y guárdalo donde solo tú lo veas: <b>no lo volveremos a mostrar</b>.', {
    b: (text) => html`<b>${text}</b>`,
  })}</p>
${copyField(label, secret)}${more}
<p><a class="button" href="${next}">${t('Ya lo guardé')}</a></p>`,
})
