import { scaleBand, scaleLinear } from 'd3-scale'
import { line as lineShape } from 'd3-shape'
import { html, type Html } from '../../../core/http/html.ts'

type Figure = { label: string; value: string; detail: string }

export const figures = (entries: Figure[]): Html => html`
  <dl class="figures">
    ${entries.map(
      ({ label, value, detail }) => html`
        <div class="figure"><dt>${label}</dt><dd><b>${value}</b><small>${detail}</small></dd></div>
      `,
    )}
  </dl>
`

/** The change against the previous period, which has a name: `la semana anterior`. */
export function comparison(now: number, before: number, name: string): string {
  if (before === 0) return now === 0 ? `como ${name}` : `${name}, nada`
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return `como ${name}`
  return `${Math.abs(percent)}\u00a0% ${percent > 0 ? 'más' : 'menos'} que ${name}`
}

type Bar = { value: number; before: number; label: string }

type Chart = {
  bars: Bar[]
  description: string
  /** Below the first bar, the one in the middle, and the last. */
  below: string[]
}

/** The size of the SVG, which is stretched to its container; labels are outside of it, so that they are not distorted. */
const SIZE = 100
const TICKS = 4

/** Bars, with the previous period as a line. Colours are in the stylesheet, for both schemes. */
export function chart({ bars, description, below }: Chart): Html {
  const highest = Math.max(...bars.flatMap(({ value, before }) => [value, before]))
  const y = scaleLinear([0, highest], [SIZE, 0]).nice(TICKS)
  const x = scaleBand([...bars.keys()], [0, SIZE]).padding(0.25)
  const ticks = y.ticks(TICKS)
  const line = lineShape<Bar>(
    (_, n) => x(n)! + x.bandwidth() / 2,
    ({ before }) => y(before),
  ).digits(2)
  const rects = bars.map(
    ({ value, label }, n) => html`
      <rect x="${short(x(n)!)}" y="${short(y(value))}" width="${short(x.bandwidth())}" height="${short(SIZE - y(value))}">
        <title>${label}</title>
      </rect>
    `,
  )
  return html`
    <div class="chart">
      <div class="ticks" aria-hidden="true">${ticks.toReversed().map((tick) => html`<span>${compact.format(tick)}</span>`)}</div>
      <svg viewBox="0 0 ${SIZE} ${SIZE}" preserveAspectRatio="none" role="img" aria-label="${description}">
        ${ticks.map((tick) => html`<path class="grid" d="M0 ${short(y(tick))}H${SIZE}"/>`)}
        ${rects}
        <path class="before" d="${line(bars) ?? ''}"/>
      </svg>
      <div class="below" aria-hidden="true">${below.map((label) => html`<span>${label}</span>`)}</div>
    </div>
  `
}

const compact = new Intl.NumberFormat('es-419', { notation: 'compact' })

const short = (value: number) => Number(value.toFixed(2))

/** A share from 0 to 1 as a bar. */
export const bar = (share: number, kind: 'plain' | 'warn' | 'bad' = 'plain'): Html => html`
  <svg class="share ${kind}" aria-hidden="true"><rect width="${short(Math.min(1, Math.max(0, share)) * 100)}%" height="100%"/></svg>
`
