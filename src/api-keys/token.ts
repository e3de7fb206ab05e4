import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { newSecret } from '../core/values/id.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new key: `vit_`, 40 random base62 characters, and a checksum of 6 so that secret scanners can recognise it. */
export function newToken(): string {
  const random = newSecret(40)
  return `vit_${random}${checksum(random)}`
}

/** The stored form of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = base62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
