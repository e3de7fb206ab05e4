import { html, type Html } from '../../core/http/html.ts'

type Figure = { label: string; value: string; detail: string }

/** A row of key figures, each with its label and a comparison. */
export const figures = (entries: Figure[]): Html => html`
  <dl class="figures">
    ${entries.map(
      ({ label, value, detail }) => html`
        <div class="figure"><dt>${label}</dt><dd><b>${value}</b><small>${detail}</small></dd></div>
      `,
    )}
  </dl>
`
