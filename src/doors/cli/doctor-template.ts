import type { Config } from '../../core/config/config.ts'
import { createHttpClient, type HttpClient } from '../../core/outgoing/outgoing.ts'
import { findTemplate } from '../../features/whatsapp/check-template.ts'
import type { CloudApi } from '../../features/whatsapp/send.ts'
import { fail, ok, warn, type Check } from './doctor-check.ts'

const TIMEOUT = 10_000

export async function checkTemplates({ whatsapp: { api } }: Pick<Config, 'whatsapp'>): Promise<Check[]> {
  if (!api) return []
  const httpClient = createHttpClient({ publicOnly: false, timeout: TIMEOUT })
  try {
    return [await noticeTemplate(httpClient, api), await restockTemplate(httpClient, api)]
  } finally {
    httpClient.close()
  }
}

/** Whether notices have their buttons, and whether the template that WhatsApp approved does. */
async function noticeTemplate(httpClient: HttpClient, api: CloudApi): Promise<Check> {
  const found = await findTemplate(httpClient, api, api.template)
  const name = 'whatsapp template'
  const template = `${api.template} (${api.language})`
  if (found === 'not-approved') return fail(name, `${template}: not approved: no notice is sent`)
  if (!api.buttons)
    return warn(name, `${template}: notices have no buttons: ${found === 'with-buttons' ? TURN_ON : APPROVE}`)
  if (found === 'without-buttons')
    return fail(name, `${template}: has not both buttons: every notice fails; ${TURN_OFF}`)
  return ok(name, `${template}: notices have buttons${found === 'unknown' ? `; ${NOT_SEEN}` : ''}`)
}

async function restockTemplate(httpClient: HttpClient, api: CloudApi): Promise<Check> {
  const { restockTemplate: template, language } = api
  const name = 'whatsapp restock template'
  if (template === null) return warn(name, NO_RESTOCK)
  const found = await findTemplate(httpClient, api, template)
  const message = `${template} (${language})`
  return found === 'not-approved' ? fail(name, `${message}${RESTOCK_NOT_APPROVED}`) : ok(name, message)
}

const TURN_OFF = 'unset WHATSAPP_TEMPLATE_BUTTONS'
const TURN_ON = 'set WHATSAPP_TEMPLATE_BUTTONS=true'
const APPROVE = `have what \`whatsapp template\` prints approved, then ${TURN_ON}`
const NO_RESTOCK =
  'not configured: nobody can wait for a product that is sold out until WHATSAPP_RESTOCK_TEMPLATE is set'
const RESTOCK_NOT_APPROVED = ': not approved: nobody who waits is told; unset WHATSAPP_RESTOCK_TEMPLATE'
const NOT_SEEN = 'whether the template does can be seen with the permission whatsapp_business_management'
