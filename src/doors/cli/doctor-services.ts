import type { Config } from '../../core/config/config.ts'
import { createHttpClient } from '../../core/outgoing/outgoing.ts'
import { messageOf } from '../../core/errors/start-error.ts'
import { signIn } from '../../features/mail/transport.ts'
import { checkNumber } from '../../features/whatsapp/check-number.ts'
import { fail, ok, warn, type Check } from './doctor-check.ts'

const TIMEOUT = 10_000

export function services({ whatsapp, smtpUrl }: Config): Promise<Check[]> {
  const { api } = whatsapp
  return Promise.all([
    api
      ? checkService('whatsapp', async () => {
          const httpClient = createHttpClient({ publicOnly: false, timeout: TIMEOUT })
          try {
            return await checkNumber(httpClient, api)
          } finally {
            httpClient.close()
          }
        })
      : warn(
          'whatsapp',
          "not configured: orders' notices stay NOT_CONFIGURED until WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_ACCESS_TOKEN are set",
        ),
    smtpUrl
      ? checkService('smtp', async () => {
          const { host } = new URL(smtpUrl)
          try {
            await signIn(smtpUrl)
          } catch (error) {
            const advice = `look at SMTP_URL, and whether this machine may call ${host}`
            throw new Error(`${messageOf(error)}: ${advice}`, { cause: error })
          }
          return `signed in at ${host}`
        })
      : warn('smtp', 'not configured: mails are kept in the data folder until SMTP_URL is set'),
  ])
}

async function checkService(name: string, call: () => Promise<string>): Promise<Check> {
  try {
    return ok(name, await call())
  } catch (error) {
    return fail(name, messageOf(error).replaceAll(/\s+/g, ' ').trim())
  }
}
