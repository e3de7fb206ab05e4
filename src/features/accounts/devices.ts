import type { Db, Sql } from '../../core/database/db.ts'
import { endGrantsOf } from '../oauth/grant.ts'
import { endOtherSessions, endSession, endSessions, IDLE_DAYS, type Session } from '../sessions/session.ts'
import { deleteChallenges } from './challenge.ts'
import { removeKnownDevice, removeKnownDevices } from './known-device.ts'

export type Device = { id: string; device: string; createdAt: string; lastSeenAt: string }

/** The signed-in browsers, the most recently used first. The caller's own is listed with the caller's session. */
export async function listDevices(sql: Sql, who: Pick<Session, 'id' | 'accountId'>): Promise<Device[]> {
  return sql<Device[]>`
    select *
    from (
      select distinct on (coalesce(known_device_id, id)) id, device, created_at, last_seen_at
      from sessions
      where account_id = ${who.accountId} and expires_at > now()
      and last_seen_at > now() - make_interval(days => ${IDLE_DAYS})
      order by coalesce(known_device_id, id), id = ${who.id} desc, last_seen_at desc, id
    ) as browsers
    order by last_seen_at desc, id
    limit 100`
}

/** Ends one of the account's sessions; its browser is no longer a known one. @returns false when there is no such session */
export function endDevice(sql: Db, accountId: string, id: string): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [session] = await tx<{ knownDeviceId: string | null }[]>`
      select known_device_id from sessions where id = ${id} and account_id = ${accountId}`
    if (session?.knownDeviceId) await removeKnownDevice(tx, accountId, session.knownDeviceId)
    return endSession(tx, accountId, id)
  })
}

export function endOtherDevices(sql: Db, who: Pick<Session, 'id' | 'accountId' | 'knownDeviceId'>) {
  return sql.begin(async (tx) => {
    await removeKnownDevices(tx, who.accountId, who.knownDeviceId)
    await deleteChallenges(tx, who.accountId)
    await endGrantsOf(tx, who.accountId)
    return endOtherSessions(tx, who.accountId, who.id)
  })
}

/** Ends all sessions and the access of assistants, and deletes open challenges. @returns how many sessions there were */
export function endDevices(sql: Db, accountId: string): Promise<number> {
  return sql.begin(async (tx) => {
    await removeKnownDevices(tx, accountId)
    await deleteChallenges(tx, accountId)
    await endGrantsOf(tx, accountId)
    return endSessions(tx, accountId)
  })
}
