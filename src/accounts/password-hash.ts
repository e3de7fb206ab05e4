import type * as Argon2 from '@node-rs/argon2'
import { unavailable } from '../core/errors/errors.ts'
import { concurrencyLimiter } from '../core/limits/concurrency-limiter.ts'
import { lazyImport } from '../core/process/lazy-import.ts'

const argon2 = () => lazyImport('@node-rs/argon2') as typeof Argon2

/** 19 MiB and two passes of argon2id, as OWASP asks for. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_AT_ONCE = 2
const MAX_WAITING = 100
const begin = concurrencyLimiter(MAX_AT_ONCE, 60_000)
let waiting = 0

/** A password is the same however the keyboard composes its letters. */
const samePassword = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => argon2().hash(samePassword(password), cost))

/** Whether the password is the one of the hash. Where there is no account, the same work is done for nothing. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const known = hash || (await hashOfNobody())
  const isRight = await inTurn(() => argon2().verify(known, samePassword(password)))
  return Boolean(hash) && isRight
}

let nobody: Promise<string> | undefined
const hashOfNobody = () => (nobody ??= argon2().hash('nobody has this one', cost))

/** At most two at a time, which is what memory and the other requests can bear. @throws 503 when too many wait */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw unavailable()
  waiting++
  try {
    return await begin(work)
  } finally {
    waiting--
  }
}
