import type { Config } from '../config.ts'
import { createHttpClient } from '../core/outgoing/outgoing.ts'
import { findNoticeTemplate } from '../whatsapp/check-template.ts'
import type { Check } from './doctor-check.ts'

const TIMEOUT = 10_000

/** Whether notices have their buttons, and whether the template that WhatsApp approved does. */
export async function checkTemplate({ whatsapp: { api } }: Pick<Config, 'whatsapp'>): Promise<Check[]> {
  if (!api) return []
  const httpClient = createHttpClient({ publicOnly: false, timeout: TIMEOUT })
  const found = await findNoticeTemplate(httpClient, api).finally(() => httpClient.close())
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
