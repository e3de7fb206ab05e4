import type { Locator, Page } from 'playwright-core'

/** What a story took: taps, and fields that were typed into. The tap that opens the keyboard counts with its field. */
export type Effort = { taps: number; fields: number }

export type Thumb = ReturnType<typeof aThumb>

/** A person with one thumb at a phone, or a hand at a desk: whatever they do is done through it, and counted. */
export function aThumb(page: Page, effort: Effort = { taps: 0, fields: 0 }) {
  const isTouch = page.viewportSize()!.width < 700

  async function tap(target: Locator) {
    await target.first().waitFor()
    effort.taps++
    await (isTouch ? target.first().tap() : target.first().click())
  }

  /** Taps what opens another page. */
  const follow = async (target: Locator, url: string | RegExp) => {
    await Promise.all([page.waitForURL(url), tap(target)])
    await page.waitForLoadState('load')
  }

  /** Types key by key, as what is suggested or looked up meanwhile depends on it. */
  const type = async (field: Locator, text: string) => {
    effort.fields++
    await field.first().fill('')
    await field.first().pressSequentially(text)
  }

  /** One tap on the page; what follows in the phone's own gallery is not ours. */
  const pick = async (button: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tap(button)])
    await chooser.setFiles(files)
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })

  return { page, effort, tap, follow, type, pick, button, link }
}
