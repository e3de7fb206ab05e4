import { insertAccount } from '../src/features/accounts/create.ts'
import type { Browser } from '../src/features/accounts/known-device.ts'
import { hashPassword } from '../src/features/accounts/password-hash.ts'
import { newId } from '../src/core/values/id.ts'
import type { Service } from './service.ts'

export const PASSWORD = 'tres-tazas-de-barro'

/** Hashing takes 50 ms, so all accounts share one hash. */
let hash: Promise<string> | undefined

/** An account that can sign in. */
export const aPerson = async ({ sql }: Pick<Service, 'sql'>, email = `${newId()}@ejemplo.test`) =>
  insertAccount(sql, email, await (hash ??= hashPassword(PASSWORD)), null)

/** A browser that no account knows yet. */
export const aBrowser = (deviceToken: string | null = null): Browser => ({
  name: 'Chrome en Android',
  deviceToken,
})

type MailRow = { event: string; payload: Record<string, string> }

/** The mails to an address that wait to be sent, oldest first. */
export async function mailsTo({ sql }: Pick<Service, 'sql'>, email: string): Promise<MailRow[]> {
  const rows = await sql<MailRow[]>`
    select event, payload
    from deliveries
    join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
    where kind = 'mail' and recipient = ${email}
    order by deliveries.created_at, deliveries.id`
  return rows.map((row) => ({ ...row }))
}

/** The newest mail to an address, with its code or its link's token in the payload. */
export async function lastMailTo(service: Pick<Service, 'sql'>, email: string): Promise<MailRow> {
  const mail = (await mailsTo(service, email)).at(-1)
  if (!mail) throw new Error(`No mail to ${email}`)
  return mail
}

/** The code in the newest mail to an address, and a wrong one. */
export async function codeTo(service: Pick<Service, 'sql'>, email: string) {
  const code = (await lastMailTo(service, email)).payload['code']!
  return { code, wrong: code === '000000' ? '000001' : '000000' }
}

/** An unused e-mail address. */
export const aStranger = () => `${newId()}@ejemplo.test`
