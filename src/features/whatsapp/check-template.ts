import { type HttpClient, NoReply } from '../../core/outgoing/outgoing.ts'
import { field, listField } from './callback-fields.ts'
import type { CloudApi } from './send.ts'

/** `unknown`: the token may send, but not read templates. */
type Found = 'with-buttons' | 'without-buttons' | 'not-approved' | 'unknown'

export type Template = {
  name: string
  /** Of its language. */
  code: string
}

/** Read-only; never throws for the provider. */
export async function findTemplate(
  httpClient: HttpClient,
  api: CloudApi,
  { name, code }: Template,
): Promise<Found> {
  const account = await findAccount(httpClient, api)
  if (account === null) return 'unknown'
  const query = new URLSearchParams({ name, fields: 'name,language,status,components' })
  const body = await read(httpClient, api, `${account}/message_templates?${query.toString()}`)
  if (body === null) return 'unknown'
  const template = listField(body, 'data').find(
    (one) =>
      field(one, 'name') === name && field(one, 'language') === code && field(one, 'status') === 'APPROVED',
  )
  if (!template) return 'not-approved'
  const buttons = listField(template, 'components').flatMap((component) => listField(component, 'buttons'))
  const isQuickReply = (button: unknown) => field(button, 'type') === 'QUICK_REPLY'
  return buttons.length === 2 && buttons.every(isQuickReply) ? 'with-buttons' : 'without-buttons'
}

/** The id of the business account, by what the token says of itself: no setting names it. */
async function findAccount(httpClient: HttpClient, api: CloudApi): Promise<string | null> {
  const query = new URLSearchParams({ input_token: api.accessToken })
  const token = field(await read(httpClient, api, `debug_token?${query.toString()}`), 'data')
  const scope = listField(token, 'granular_scopes').find(
    (one) => field(one, 'scope') === 'whatsapp_business_management',
  )
  const [id] = listField(scope, 'target_ids')
  return typeof id === 'string' && /^\d+$/.test(id) ? id : null
}

async function read(httpClient: HttpClient, api: CloudApi, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${api.accessToken}` }
  try {
    const { status, body } = await httpClient.get({ url: `${api.url}/${path}`, headers })
    return status === 200 ? (JSON.parse(body) as unknown) : null
  } catch {
    return null
  }
}

/** Fetches the sending number, which verifies the token, and sends nothing. @throws Error with the reason */
export async function checkNumber(httpClient: HttpClient, api: CloudApi): Promise<string> {
  const url = `${api.url}/${api.phoneNumberId}?fields=display_phone_number,quality_rating`
  const { status, body } = await fetchNumber(httpClient, url, api.accessToken)
  if (status === 401 || status === 403) throw new Error(`rejected (${status}): renew WHATSAPP_ACCESS_TOKEN`)
  if (status !== 200) throw new Error(`rejected (${status}): look at WHATSAPP_PHONE_NUMBER_ID`)
  const { display_phone_number: number = 'the number', quality_rating: quality = 'unknown' } = JSON.parse(
    body,
  ) as Record<string, string>
  return `${number}, quality ${quality}`
}

async function fetchNumber(httpClient: HttpClient, url: string, accessToken: string) {
  try {
    return await httpClient.get({ url, headers: { authorization: `Bearer ${accessToken}` } })
  } catch (error) {
    if (!(error instanceof NoReply)) throw error
    const advice = `see that this machine may call ${new URL(url).host}`
    throw new Error(`no reply (${error.why}): ${advice}`, { cause: error })
  }
}
