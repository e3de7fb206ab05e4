import { html, type Html } from '../../core/http/html.ts'
import { icon } from './icon.ts'

/** Lines to read or to take along, as they are; a wide one scrolls inside. */
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
