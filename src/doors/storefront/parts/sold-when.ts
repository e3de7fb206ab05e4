import { html, type Html } from '../../../core/http/html.ts'
import { joined, t } from '../../../core/texts/text.ts'
import { weekLines } from '../../../features/hours/format.ts'
import type { Hours } from '../../../features/hours/hours.ts'

/** When a product is sold, by the hours of its category. It says the week, so that it is true at every minute of a kept page. */
export const soldWhen = ({ hours }: { hours: Hours | null }): Html | null =>
  hours &&
  html`
    <p class="muted sold-when">
      ${t('Se vende: {times}', { times: joined(openLines(hours), '; ') })}
    </p>
  `

const openLines = (hours: Hours) =>
  weekLines(hours)
    .filter(([, times]) => typeof times === 'string')
    .map((line) => joined(line, ' '))
