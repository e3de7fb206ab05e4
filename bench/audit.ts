import lighthouse, { type Result } from 'lighthouse'
import type { PublicPage } from './public-pages.ts'
import { median, type Figure } from './report.ts'

const ROUNDS = 3

type Scores = { accessibility: number; 'best-practices': number; performance: number; seo?: number }

/** What a page has to reach. */
const scores = { accessibility: 100, 'best-practices': 100, seo: 100, performance: 98 }

/** What Lighthouse makes of a page on a phone; what fails is printed by its name. */
async function audit(port: number, url: string, limits: Scores, cookie?: string): Promise<Result> {
  const result = await measured(port, url, cookie)
  for (const { id, score, title, displayValue = '' } of Object.values(result.audits)) {
    const counts = Object.keys(limits).some(
      (category) =>
        category !== 'performance' &&
        result.categories[category]!.auditRefs.some((other) => other.id === id && other.weight > 0),
    )
    if (counts && score !== null && score < 1) console.log(`  ${url}: ${id}: ${title} ${displayValue}`)
  }
  return result
}

/** A run whose trace the browser lost measures nothing: it is repeated, and its cause printed. @throws after three of them */
async function measured(port: number, url: string, cookie = '', tries = 3): Promise<Result> {
  const run = await lighthouse(url, {
    port,
    logLevel: 'silent',
    output: 'json',
    ...(cookie && { extraHeaders: { cookie } }),
  })
  if (!run) throw new Error(`Lighthouse returned nothing for ${url}`)
  const { runtimeError, categories, audits } = run.lhr
  if (!runtimeError && typeof categories['performance']?.score === 'number') return run.lhr
  const cause =
    runtimeError?.message ?? Object.values(audits).find(({ errorMessage }) => errorMessage)?.errorMessage
  if (tries === 1) throw new Error(`Lighthouse could not measure ${url}: ${cause}`)
  console.log(`  ${url} is measured again: ${cause}`)
  return measured(port, url, cookie, tries - 1)
}

const of = (rounds: Result[], pick: (result: Result) => number | null | undefined) =>
  median(rounds.map((result) => pick(result) ?? Number.NaN))

const scoreOf = (rounds: Result[], id: string) =>
  Math.round(of(rounds, ({ categories }) => categories[id]?.score) * 100)

const shiftOf = (rounds: Result[]) =>
  of(rounds, ({ audits }) => audits['cumulative-layout-shift']?.numericValue)

/** A public page on a line: its scores, its shifts and its weight. One that misses a limit counts by the median of three. */
export async function auditPublicPage(port: number, origin: string, page: PublicPage): Promise<Figure> {
  const { isIndexed, limits } = page
  const { seo, ...others } = scores
  const least = isIndexed ? { ...others, seo } : others
  const rounds: Result[] = []
  let figure: Figure
  do {
    rounds.push(await audit(port, origin + page.path, least))
    figure = await figureOf(rounds, page.name, least, limits)
  } while (figure.ratio! < 1 && rounds.length < ROUNDS)
  return figure
}

async function figureOf(
  rounds: Result[],
  name: string,
  least: Scores,
  limits: PublicPage['limits'],
): Promise<Figure> {
  const reached = Object.entries(least).map(([id, limit]) => ({ score: scoreOf(rounds, id), limit }))
  const weights = await Promise.all(
    Object.entries(limits).map(async ([type, limit]) => ({ kib: await kibOf(rounds[0]!, type), limit })),
  )
  const shift = shiftOf(rounds)
  const held = [
    ...reached.map(({ score, limit }) => score >= limit),
    ...weights.map(({ kib, limit }) => kib <= limit),
    shift === 0,
  ]
  return {
    name,
    value: [
      reached.map(({ score }) => score).join('/'),
      `CLS ${shift.toFixed(3)}`,
      `${weights.map(({ kib }) => kib.toFixed(1)).join(' + ')} KiB`,
    ].join(', '),
    limit: `${reached.map(({ limit }) => limit).join('/')}, 0, ${weights.map(({ limit }) => limit).join(' + ')}`,
    ratio: held.filter(Boolean).length / held.length,
    atLeast: 1,
  }
}

/** KiB of the bodies that the page loaded of a type, compressed; what Lighthouse sums has the headers too. */
async function kibOf({ audits }: Result, type: string): Promise<number> {
  const { details } = audits['network-requests']!
  const requests = details && 'items' in details ? (details.items as Request[]) : []
  const loaded = requests.filter(({ resourceType }) => resourceType?.toLowerCase() === type)
  const sizes = await Promise.all(
    [...new Set(loaded.map(({ url }) => url))].map(async (url) => {
      const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
      return Number(headers.get('content-length'))
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

type Request = { url: string; resourceType?: string }

/** A page of the panel in full; no search engine sees it. */
export async function auditPanel(port: number, url: string, cookie: string): Promise<Figure[]> {
  const { seo: _seo, ...least } = scores
  const rounds: Result[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await audit(port, url, least, cookie))
  const time = (id: string) => `${Math.round(of(rounds, ({ audits }) => audits[id]?.numericValue))} ms`
  const shift = shiftOf(rounds)
  return [
    ...Object.entries(least).map(([name, limit]): Figure => {
      const value = scoreOf(rounds, name)
      return { name, value: String(value), limit: String(limit), ratio: value / limit, atLeast: 1 }
    }),
    { name: 'cumulative layout shift', value: shift.toFixed(3), limit: '0', ratio: shift, atMost: 0 },
    {
      name: 'first / largest contentful paint',
      value: `${time('first-contentful-paint')} / ${time('largest-contentful-paint')}`,
    },
    { name: 'total blocking time', value: time('total-blocking-time') },
  ]
}
