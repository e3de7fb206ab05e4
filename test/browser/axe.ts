import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Every page compiles it anew: the short form takes a fifth of the time off. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Only violations are reported: listing every element that passes takes most of the time. */
const options = { resultTypes: ['violations' as const] }

/**
 * The axe violations of the open page, one per line. The dark scheme is the same document in other colours: only their
 * contrast is looked at again. @param hidden a part that is a document of its own, such as a frame
 */
export async function axeViolations(page: Page, hidden: string[] = []): Promise<string[]> {
  // Runs in the page itself; no part of it is another origin's frame.
  const axe = new AxeBuilder({ page, axeSource }).options(options).setLegacyMode()
  for (const selector of hidden) axe.exclude(selector)
  const light = await axe.analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const runOnly = { type: 'rule', values: ['color-contrast'] }
  // The first analysis left axe in the page.
  const dark = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({ exclude: hidden })}, ${JSON.stringify({ ...options, runOnly })})`,
  )
  await page.emulateMedia({ colorScheme: 'light' })
  return [...linesOf('light', light), ...linesOf('dark', dark)]
}

const linesOf = (scheme: string, { violations }: AxeResults) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${scheme}, ${id}: ${html}`))
