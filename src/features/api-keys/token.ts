import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { newSecret } from '../../core/values/id.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new key: `vit_`, 40 random base62 characters, and a checksum of 6 so that secret scanners can recognise it. */
export const newToken = (): string => withChecksum(newSecret(40))

/** The key of these 256 random bits: the same bits, the same key. */
export function tokenOf(bits: Buffer): string {
  let rest = BigInt(`0x${bits.toString('hex')}`)
  let digits = ''
  while (digits.length < 40) {
    digits += base62[Number(rest % 62n)]
    rest /= 62n
  }
  return withChecksum(digits)
}

const withChecksum = (random: string) => `vit_${random}${checksum(random)}`

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
