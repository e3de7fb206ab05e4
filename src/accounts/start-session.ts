import type { Db } from '../core/database/db.ts'
import { count } from '../core/metrics/metrics.ts'
import { queueAccountMail } from '../mail/queue.ts'
import { createSession } from '../sessions/session.ts'
import { addKnownDevice, type Browser } from './known-device.ts'

/** The tokens for the browser's cookies: its session, and its id as a known browser. */
type SignedIn = { token: string; deviceToken: string }

/** Signs the account in, and mails its owner when the browser is a new one. */
export function startSession(sql: Db, accountId: string, browser: Browser): Promise<SignedIn> {
  return start(sql, accountId, browser, true)
}

/** The session that follows from making the account in this browser. */
export function startFirstSession(sql: Db, accountId: string, browser: Browser): Promise<SignedIn> {
  return start(sql, accountId, browser, false)
}

function start(
  sql: Db,
  accountId: string,
  { name, deviceToken }: Browser,
  mailsNewDevice: boolean,
): Promise<SignedIn> {
  return sql.begin(async (tx) => {
    const device = await addKnownDevice(tx, accountId, deviceToken)
    const session = await createSession(tx, { accountId, device: name, knownDeviceId: device.id })
    if (device.isNew && mailsNewDevice) {
      const [account] = await tx<[{ id: string; email: string }]>`
        select id, email from accounts where id = ${accountId}`
      const at = new Date().toISOString()
      await queueAccountMail(tx, account, 'account.new_device', { device: name, at })
    }
    count('signIns', {})
    return { token: session.token, deviceToken: device.token }
  })
}
