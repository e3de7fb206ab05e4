import type { Config } from '../../core/config/config.ts'
import { createHttpClient, type HttpClient } from '../../core/outgoing/outgoing.ts'
import { messageOf, codeOf } from '../../core/errors/start-error.ts'
import { signIn } from '../../features/mail/transport.ts'
import { checkNumber, findTemplate, type Template } from '../../features/whatsapp/check-template.ts'
import { fail, ok, warn, type Check } from './doctor-check.ts'
import type { CloudApi } from '../../features/whatsapp/send.ts'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

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

export async function checkTemplates({ whatsapp: { api } }: Pick<Config, 'whatsapp'>): Promise<Check[]> {
  if (!api) return []
  const httpClient = createHttpClient({ publicOnly: false, timeout: TIMEOUT })
  try {
    const checks: Check[] = []
    for (const { code } of api.languages) checks.push(await noticeTemplate(httpClient, api, code))
    if (api.restockTemplate === null) return [...checks, warn(RESTOCK, NO_RESTOCK)]
    for (const { code } of api.languages)
      checks.push(await restockTemplate(httpClient, api, { name: api.restockTemplate, code }))
    return checks
  } finally {
    httpClient.close()
  }
}

async function noticeTemplate(httpClient: HttpClient, api: CloudApi, code: string): Promise<Check> {
  const found = await findTemplate(httpClient, api, { name: api.template, code })
  const name = 'whatsapp template'
  const template = `${api.template} (${code})`
  if (found === 'not-approved') return fail(name, `${template}: not approved: no notice is sent`)
  if (!api.buttons)
    return warn(name, `${template}: notices have no buttons: ${found === 'with-buttons' ? TURN_ON : APPROVE}`)
  if (found === 'without-buttons')
    return fail(name, `${template}: has not both buttons: every notice fails; ${TURN_OFF}`)
  return ok(name, `${template}: notices have buttons${found === 'unknown' ? `; ${NOT_SEEN}` : ''}`)
}

async function restockTemplate(httpClient: HttpClient, api: CloudApi, template: Template): Promise<Check> {
  const found = await findTemplate(httpClient, api, template)
  const message = `${template.name} (${template.code})`
  return found === 'not-approved' ? fail(RESTOCK, `${message}${RESTOCK_NOT_APPROVED}`) : ok(RESTOCK, message)
}

const RESTOCK = 'whatsapp restock template'
const TURN_OFF = 'unset WHATSAPP_TEMPLATE_BUTTONS'
const TURN_ON = 'set WHATSAPP_TEMPLATE_BUTTONS=true'
const APPROVE = `have what \`whatsapp template\` prints approved, then ${TURN_ON}`
const NO_RESTOCK =
  'not configured: nobody can wait for a product that is sold out until WHATSAPP_RESTOCK_TEMPLATE is set'
const RESTOCK_NOT_APPROVED = ': not approved: nobody who waits is told; unset WHATSAPP_RESTOCK_TEMPLATE'
const NOT_SEEN = 'whether the template does can be seen with the permission whatsapp_business_management'

const DAY = 24 * 3600 * 1000
const MIN_DAYS = 14

/** The certificates that browsers see: the one that the service serves itself, or those that the public addresses present. */
export async function certificates({
  tls,
  publicUrl,
  panelUrl,
}: Pick<Config, 'tls' | 'publicUrl' | 'panelUrl'>): Promise<Check[]> {
  if (tls)
    return [validity('TLS_CERT_FILE', new X509Certificate(tls.cert), 'renew TLS_CERT_FILE and restart')]
  const addresses = [...new Set([publicUrl, panelUrl])].filter((url) => url.startsWith('https:'))
  return Promise.all(addresses.map(certificateAt))
}

async function certificateAt(url: string): Promise<Check> {
  const { hostname, port } = new URL(url)
  const socket = connect({
    host: hostname,
    servername: isIP(hostname) ? '' : hostname,
    port: Number(port || 443),
    rejectUnauthorized: false,
    timeout: TIMEOUT,
  }).on('timeout', () => socket.destroy(Object.assign(new Error('No response'), { code: 'ETIMEDOUT' })))
  try {
    await once(socket, 'secureConnect')
    const found = validity(url, socket.getPeerX509Certificate()!, 'renew it where TLS ends')
    if (socket.authorized || found.status === 'fail') return found
    return fail(NAME, `${url}: browsers reject its certificate (${socket.authorizationError})${REJECTED}`)
  } catch (error) {
    return warn(NAME, `${url} does not respond from here (${codeOf(error)})${SILENT}`)
  } finally {
    socket.destroy()
  }
}

const NAME = 'certificate'
const REJECTED = ': serve one for this name, with those that lead to its authority'
const SILENT = ': see that what ends TLS runs, and that its name leads there'

function validity(where: string, { validTo }: X509Certificate, advice: string): Check {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY)
  if (days < 0) return fail(NAME, `${where}: expired on ${validTo}: ${advice}`)
  if (days >= MIN_DAYS) return ok(NAME, `${where}: good for ${days} days`)
  return warn(NAME, `${where}: good for ${days} days: ${advice}`)
}
