import type { Config } from '../config.ts'
import { createHttpClient, type HttpClient } from '../core/outgoing/outgoing.ts'
import { messageOf } from '../core/errors/start-error.ts'
import { signIn } from '../mail/transport.ts'
import { checkNumber } from '../whatsapp/check-number.ts'
import { findNoticeTemplate } from '../whatsapp/check-template.ts'
import type { CloudApi } from '../whatsapp/send.ts'
import type { Check } from './doctor-check.ts'

const TIMEOUT = 10_000

/** Checks the external services that are configured, each by a read-only call. */
export async function services({ whatsapp: { api }, smtpUrl }: Config): Promise<Check[]> {
  const [notices, mails] = await Promise.all([
    api
      ? checkWhatsapp(api)
      : [
          notConfigured(
            'whatsapp',
            "orders' notices stay NOT_CONFIGURED until WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_ACCESS_TOKEN are set",
          ),
        ],
    smtpUrl
      ? checkService('smtp', () => checkSmtp(smtpUrl))
      : notConfigured('smtp', 'mails are kept in the data folder until SMTP_URL is set'),
  ])
  return [...notices, mails]
}

async function checkWhatsapp(api: CloudApi): Promise<Check[]> {
  const httpClient = createHttpClient({ publicOnly: false, timeout: TIMEOUT })
  try {
    const number = await checkService('whatsapp', () => checkNumber(httpClient, api))
    return [number, ...(await checkTemplate(httpClient, api))]
  } finally {
    httpClient.close()
  }
}

/** Whether notices have their buttons, and whether the template that WhatsApp approved does. */
async function checkTemplate(httpClient: HttpClient, api: CloudApi): Promise<Check[]> {
  const found = await findNoticeTemplate(httpClient, api)
  const name = `${api.template} (${api.language})`
  const check = (status: Check['status'], message: string) => [
    { name: 'whatsapp template', status, message: `${name}: ${message}` },
  ]
  if (found === 'not-approved') return check('fail', 'not approved: no notice is sent')
  if (api.buttons) {
    if (found === 'without-buttons')
      return check('fail', `has not both buttons: every notice fails; ${TURN_OFF}`)
    return check('ok', found === 'unknown' ? `notices have buttons; ${NOT_SEEN}` : 'notices have buttons')
  }
  return check('warn', `notices have no buttons: ${found === 'with-buttons' ? TURN_ON : APPROVE}`)
}

const TURN_OFF = 'unset WHATSAPP_TEMPLATE_BUTTONS'
const TURN_ON = 'set WHATSAPP_TEMPLATE_BUTTONS=true'
const APPROVE = `have what \`whatsapp template\` prints approved, then ${TURN_ON}`
const NOT_SEEN = 'whether the template does can be seen with the permission whatsapp_business_management'

async function checkSmtp(smtpUrl: string): Promise<string> {
  const { host } = new URL(smtpUrl)
  try {
    await signIn(smtpUrl)
  } catch (error) {
    const advice = `look at SMTP_URL, and whether this machine may call ${host}`
    throw new Error(`${messageOf(error)}: ${advice}`, { cause: error })
  }
  return `signed in at ${host}`
}

async function checkService(name: string, call: () => Promise<string>): Promise<Check> {
  try {
    return { name, status: 'ok', message: await call() }
  } catch (error) {
    return { name, status: 'fail', message: messageOf(error).replaceAll(/\s+/g, ' ').trim() }
  }
}

const notConfigured = (name: string, otherwise: string): Check => ({
  name,
  status: 'warn',
  message: `not configured: ${otherwise}`,
})
