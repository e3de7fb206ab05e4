import { html, type Html } from '../../core/http/html.ts'
import { icon } from './icon.ts'

/** A text to take along; without JavaScript it is marked and copied by hand. */
export function copied(label: string, text: string): Html {
  return html`
    <div class="copied">
      <p><small>${label}</small><span>${text}</span></p>
      <button type="button" class="quiet" data-copy="${text}" aria-label="Copiar: ${label}">
        ${icon('copy')}
      </button>
    </div>
  `
}
