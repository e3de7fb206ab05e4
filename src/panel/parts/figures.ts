import { html, type Html } from '../../core/http/html.ts'

type Figure = { label: string; value: string; detail: string }

/** Numbers that are read at a glance, each with what it is and what to make of it. */
export const figures = (entries: Figure[]): Html => html`
  <dl class="figures">
    ${entries.map(
      ({ label, value, detail }) => html`
        <div class="figure"><dt>${label}</dt><dd><b>${value}</b><small>${detail}</small></dd></div>
      `,
    )}
  </dl>
`
