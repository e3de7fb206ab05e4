import { NoReply, type HttpClient } from '../../core/outgoing/outgoing.ts'
import type { CloudApi } from './send.ts'

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
