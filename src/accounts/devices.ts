import { transaction, type Sql } from '../core/database/db.ts'
import { endOtherSessions, endSession, endSessions, IDLE_DAYS, type Session } from '../sessions/session.ts'
import { deleteChallenges } from './challenge.ts'
import { forgetDevice, forgetDevices } from './known-device.ts'

/** Where an account is signed in. */
export type Device = { id: string; device: string; createdAt: string; lastSeenAt: string }

/** The sessions that are alive, the one used last first. */
export async function listDevices(sql: Sql, accountId: string): Promise<Device[]> {
  return sql<Device[]>`
    select id, device, created_at, last_seen_at
    from sessions
    where account_id = ${accountId} and expires_at > now() and last_seen_at > now() - make_interval(days => ${IDLE_DAYS})
    order by last_seen_at desc, id
    limit 100`
}

/** Ends one of the account's sessions; its browser is not a known one any more. False when there is none. */
export function endDevice(sql: Sql, accountId: string, id: string): Promise<boolean> {
  return transaction(sql, async (tx) => {
    const [session] = await tx<{ knownDeviceId: string | null }[]>`
      select known_device_id from sessions where id = ${id} and account_id = ${accountId}`
    if (session?.knownDeviceId) await forgetDevice(tx, accountId, session.knownDeviceId)
    return endSession(tx, accountId, id)
  })
}

/** Ends all but the session that asks. */
export function endOtherDevices(sql: Sql, who: Pick<Session, 'id' | 'accountId' | 'knownDeviceId'>) {
  return transaction(sql, async (tx) => {
    await forgetDevices(tx, who.accountId, who.knownDeviceId)
    await deleteChallenges(tx, who.accountId)
    return endOtherSessions(tx, who.accountId, who.id)
  })
}

/** Ends all, and what was begun. @returns how many they were */
export function endDevices(sql: Sql, accountId: string): Promise<number> {
  return transaction(sql, async (tx) => {
    await forgetDevices(tx, accountId)
    await deleteChallenges(tx, accountId)
    return endSessions(tx, accountId)
  })
}
