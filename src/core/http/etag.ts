import { createHash } from 'node:crypto'
import { preconditionFailed } from '../errors/errors.ts'
import { t } from '../texts/text.ts'

export const etagOf = (body: string | Buffer) =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Whether an `If-Match` header names one of these ETags. The comparison is strong: a weak tag matches none. */
export const isMatch = (header: string, etags: string[]) =>
  header.split(',').some((tag) => tag.trim() === '*' || etags.includes(tag.trim()))

/** An `If-Match` header has to name one of the ETags of the present version, that of its GET first. @throws 412 `CHANGED_SINCE` */
export function requireMatch(
  ifMatch: string | undefined,
  current: object,
  etags: [string, ...string[]],
): void {
  if (ifMatch === undefined || isMatch(ifMatch, etags)) return
  throw preconditionFailed(t('Cambió desde que lo leíste'), current, etags[0])
}
