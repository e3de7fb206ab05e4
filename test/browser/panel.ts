import type { BrowserContextOptions } from 'playwright-core'
import { aMember, type Person } from '../panel.ts'
import type { Service } from '../service.ts'
import type { startBrowser } from './browser.ts'

type Browser = Awaited<ReturnType<typeof startBrowser>>

/** A phone in which this person is signed in. */
export async function openAs(
  { url }: Service,
  browser: Browser,
  person: Pick<Person, 'token'>,
  options: BrowserContextOptions = {},
) {
  const opened = await browser.open({ viewport: { width: 360, height: 800 }, ...options })
  await opened.context.addCookies([{ name: 'vitrina', value: person.token, url }])
  return opened
}

/** A store and a phone in which its owner is signed in. */
export async function openAsOwner(service: Service, browser: Browser, options: BrowserContextOptions = {}) {
  const { store, base, person } = await aMember(service, 'OWNER')
  const { page, context } = await openAs(service, browser, person, options)
  return { store, person, page, context, base: service.url + base }
}
