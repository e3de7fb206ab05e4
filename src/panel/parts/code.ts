import { html, type Html } from '../../core/http/html.ts'
import { icon } from './icon.ts'

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
