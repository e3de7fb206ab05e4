import argon2 from '@node-rs/argon2'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { MAX_PASSWORD_LENGTH } from './password.ts'

/** 19 MiB and two passes of argon2id, as OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const inTurn = fairQueue(queues.passwords)
const withHashSlot = <T>(hash: () => Promise<T>) => inTurn('hashes', hash)

/** Normalised, so that the same password matches however a keyboard composes its letters. */
const normalizePassword = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => argon2.hash(normalizePassword(password), cost))

/**
 * Whether the password is the one of the hash. Without an account a dummy hash is verified, and for a password that is too long
 * an empty one, so that all take equally long.
 * @throws 503 when too many wait
 */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const known = hash || (await dummyHash())
  const isPossible = password.length <= MAX_PASSWORD_LENGTH
  const isRight = await withHashSlot(() =>
    argon2.verify(known, isPossible ? normalizePassword(password) : ''),
  )
  return Boolean(hash) && isPossible && isRight
}

let cachedDummyHash: Promise<string> | undefined
const dummyHash = () => (cachedDummyHash ??= argon2.hash('nobody has this one', cost))
