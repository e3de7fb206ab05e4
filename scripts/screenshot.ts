import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'

/** What the pictures of the documents are taken on. */
export type Device = { name: '360' | '1280'; options: BrowserContextOptions }

export const devices: Device[] = [
  {
    name: '360',
    options: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  },
  { name: '1280', options: { viewport: { width: 1280, height: 900 } } },
]

export const schemes = ['light', 'dark'] as const

/** Waits for what can be seen, and saves it in at most some 150 KB. */
export async function saved(page: Page, file: URL) {
  await page.waitForFunction(picturesAreThere)
  await page.evaluate('document.fonts.ready.then(() => {})')
  const picture = sharp(await page.screenshot({ type: 'png' }))
  await picture.jpeg({ quality: 78, mozjpeg: true }).toFile(file.pathname)
}

/** Those that can be seen; the others are not asked for. */
const picturesAreThere = `
  [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight
    || image.getBoundingClientRect().left > innerWidth || !image.checkVisibility())`
