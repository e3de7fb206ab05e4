import { html, type Html } from '../../core/http/html.ts'
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
