import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * The axe violations of the open page, one per line. The dark scheme is the same document in other colours: only their
 * contrast is looked at again. @param hidden a part that is a document of its own, such as a frame
 */
export async function axeViolations(page: Page, hidden: string[] = []): Promise<string[]> {
  const look = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page }).setLegacyMode() // runs in the page itself; no part of it is another origin's frame
    for (const selector of hidden) axe.exclude(selector)
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${colorScheme}, ${id}: ${html}`))
  }
  return [...(await look('light')), ...(await look('dark'))]
}
