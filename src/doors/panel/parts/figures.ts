import { scaleBand, scaleLinear } from 'd3-scale'
import { line as lineShape } from 'd3-shape'
import { Formatted, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { locales, type Language } from '../../../core/texts/language.ts'
import { percentage } from '../../../core/pages/format.ts'
import { html, type Html } from '../../../core/http/html.ts'

type Figure = { label: Wording; value: Wording; detail: Wording }

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
export function comparison(now: number, before: number, name: Wording): Localized {
  if (before === 0 && now > 0) return t('{period}, nada', { period: name })
  const percent = before === 0 ? 0 : Math.round(((now - before) / before) * 100)
  if (percent === 0) return t('como {period}', { period: name })
  const share = percentage(Math.abs(percent))
  return percent > 0
    ? t('{percent} más que {period}', { percent: share, period: name })
    : t('{percent} menos que {period}', { percent: share, period: name })
}

type Bar = { value: number; before: number; label: Wording }

type Chart = {
  bars: Bar[]
  description: Wording
  /** Below the first bar, the one in the middle, and the last. */
  below: Wording[]
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
      <div class="ticks" aria-hidden="true">${ticks.toReversed().map((tick) => html`<span>${shortNumber(tick)}</span>`)}</div>
      <svg viewBox="0 0 ${SIZE} ${SIZE}" preserveAspectRatio="none" role="img" aria-label="${description}">
        ${ticks.map((tick) => html`<path class="grid" d="M0 ${short(y(tick))}H${SIZE}"/>`)}
        ${rects}
        <path class="before" d="${line(bars) ?? ''}"/>
      </svg>
      <div class="below" aria-hidden="true">${below.map((label) => html`<span>${label}</span>`)}</div>
    </div>
  `
}

const compact: Record<Language, Intl.NumberFormat> = {
  es: new Intl.NumberFormat(locales.es, { notation: 'compact' }),
  pt: new Intl.NumberFormat(locales.pt, { notation: 'compact' }),
  en: new Intl.NumberFormat(locales.en, { notation: 'compact' }),
}

const shortNumber = (value: number) => new Formatted((language) => compact[language].format(value))

const short = (value: number) => Number(value.toFixed(2))

export const bar = (share: number, kind: 'plain' | 'warn' | 'bad' = 'plain'): Html => html`
  <svg class="share ${kind}" aria-hidden="true"><rect width="${short(Math.min(1, Math.max(0, share)) * 100)}%" height="100%"/></svg>
`
