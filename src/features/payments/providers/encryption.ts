import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../core/config/config.ts'
import { codeOf, StartError } from '../../../core/errors/start-error.ts'

/** The first encrypts; each decrypts what it had encrypted, so that a key can be replaced. */
export type SecretKeys = readonly [Buffer, ...Buffer[]]

const FILE = 'secret.key'
const BYTES = 32

/** `SECRET_KEY`, or else the key in the data folder, made on first use. @throws StartError */
export function openSecretKeys({ secretKeys, dataDir }: Pick<Config, 'secretKeys' | 'dataDir'>): SecretKeys {
  return secretKeys ?? [readKeyFile(join(dataDir, FILE)) ?? makeKeyFile(dataDir)]
}

function readKeyFile(path: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
    if (key.length === BYTES) return key
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  throw new StartError(
    `${path} must contain 32 bytes in base64: restore it, or the accounts have to be connected again`,
  )
}

/** Written beside it and linked, so that no other process reads half of it; the first of several processes wins. */
function makeKeyFile(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true })
  const [path, draft] = [join(dataDir, FILE), join(dataDir, `${FILE}.${process.pid}`)]
  writeFileSync(draft, `${randomBytes(BYTES).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readKeyFile(path)!
}

/**
 * AES-256-GCM, as `keyId.iv.tag.ciphertext` in base64url. `context` says whose text it is: copied into another row it can't be
 * decrypted.
 */
export function encrypt([key]: SecretKeys, context: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [
    keyId(key),
    ...[iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url')),
  ].join('.')
}

/** @throws Error without the key, or where the text was changed */
export function decrypt(keys: SecretKeys, context: string, encrypted: string): string {
  const [id, ...parts] = encrypted.split('.')
  const [iv, tag, ciphertext] = parts.map((part) => Buffer.from(part, 'base64url'))
  const key = keys.find((one) => keyId(one) === id)
  if (!key) throw new Error(`The key ${id} is missing: add it to SECRET_KEY`)
  const decipher = createDecipheriv('aes-256-gcm', key, iv!, { authTagLength: 16 }).setAAD(
    Buffer.from(context),
  )
  return Buffer.concat([decipher.setAuthTag(tag!).update(ciphertext!), decipher.final()]).toString()
}

/** What everything that a key has encrypted begins with, before a dot. */
export const keyId = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)
