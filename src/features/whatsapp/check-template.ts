import type { HttpClient } from '../../core/outgoing/outgoing.ts'
import { field, listField } from './callback-fields.ts'
import type { CloudApi } from './send.ts'

/** `unknown`: the token may send, but not read templates. */
type Found = 'with-buttons' | 'without-buttons' | 'not-approved' | 'unknown'

/** Read-only; never throws for the provider. */
export async function findTemplate(httpClient: HttpClient, api: CloudApi, name: string): Promise<Found> {
  const account = await findAccount(httpClient, api)
  if (account === null) return 'unknown'
  const query = new URLSearchParams({ name, fields: 'name,language,status,components' })
  const body = await read(httpClient, api, `${account}/message_templates?${query.toString()}`)
  if (body === null) return 'unknown'
  const template = listField(body, 'data').find(
    (one) =>
      field(one, 'name') === name &&
      field(one, 'language') === api.language &&
      field(one, 'status') === 'APPROVED',
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
