import type { Db } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { recordAuthentication, type Session } from '../sessions/session.ts'
import { getCredentials } from './find.ts'
import { verifyPassword } from './password-hash.ts'
import { countFailure, resetFailures } from './limits.ts'

/** Failures are counted per session. @throws 400 on `currentPassword`, 429 */
export async function reauthenticate(
  sql: Db,
  session: Pick<Session, 'id' | 'accountId'>,
  password: string,
): Promise<void> {
  const attempt = { method: 'session', subject: session.id, knownDeviceId: null } as const
  await countFailure(sql, attempt)
  const { passwordHash } = await getCredentials(sql, session.accountId)
  if (!(await verifyPassword(passwordHash, password))) {
    throw invalid('currentPassword', 'invalid', 'La contraseña no es correcta')
  }
  await resetFailures(sql, attempt)
  await recordAuthentication(sql, session.id)
}
