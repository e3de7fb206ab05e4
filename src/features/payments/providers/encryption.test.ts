import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { readConfig } from '../../../core/config/config.ts'
import { decrypt, encrypt, keyId, openSecretKeys } from './encryption.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-keys-'))
after(() => rmSync(dataDir, { recursive: true }))
const aKey = () => randomBytes(32)
const [first, second] = [aKey(), aKey()]

suite('an encrypted secret', () => {
  test('is decrypted by its key, and its text can not be seen', () => {
    const encrypted = encrypt([first], 'tienda mercadopago', 'APP_USR-1')
    assert.equal(decrypt([first], 'tienda mercadopago', encrypted), 'APP_USR-1')
    assert.doesNotMatch(encrypted, /APP_USR/)
    assert.notEqual(encrypt([first], 'tienda mercadopago', 'APP_USR-1'), encrypted)
  })

  test('is decrypted by the second key while the first one is new', () => {
    const encrypted = encrypt([first], 'a', 'x')
    assert.equal(decrypt([second, first], 'a', encrypted), 'x')
    assert.equal(encrypted.split('.')[0], keyId(first))
    assert.notEqual(keyId(first), keyId(second))
  })

  test('is not decrypted for another store, with another key, or after a change', () => {
    const encrypted = encrypt([first], 'a', 'x')
    assert.throws(() => decrypt([first], 'b', encrypted))
    assert.throws(() => decrypt([second], 'a', encrypted), /is missing: add it to SECRET_KEY/)
    const parts = encrypted.split('.')
    for (const [n, part] of parts.entries()) {
      const changed = parts.with(n, (part.startsWith('A') ? 'B' : 'A') + part.slice(1)).join('.')
      assert.throws(() => decrypt([first], 'a', changed), changed)
    }
    assert.throws(
      () => decrypt([first], 'a', parts.with(2, parts[2]!.slice(0, 6)).join('.')),
      'a shorter tag',
    )
  })
})

suite('the key of the data folder', () => {
  test('is made once, readable by its owner alone', () => {
    const made = openSecretKeys({ secretKeys: null, dataDir })
    assert.deepEqual(openSecretKeys({ secretKeys: null, dataDir }), made)
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
    assert.equal(readFileSync(join(dataDir, 'secret.key'), 'base64').length > 40, true)
  })

  test('is not replaced where it is damaged', () => {
    writeFileSync(join(dataDir, 'secret.key'), 'short')
    assert.throws(() => openSecretKeys({ secretKeys: null, dataDir }), /must contain 32 bytes/)
  })
})

suite('SECRET_KEY', () => {
  const keysOf = (text: string) => readConfig({ SECRET_KEY: text }).secretKeys
  const [one, two] = [first.toString('base64'), second.toString('base64')]

  test('is one key, or two while it is replaced', () => {
    assert.deepEqual(keysOf(one), [first])
    assert.deepEqual(keysOf(`${one}, ${two}`), [first, second])
    assert.equal(keysOf(''), null)
  })

  for (const wrong of [
    'abc',
    `${one},abc`,
    `${one},`,
    `${one},${two},${one}`,
    first.toString('base64').slice(4),
  ])
    test(`"${wrong.slice(0, 12)}…" with ${wrong.length} characters is rejected`, () => {
      assert.throws(() => keysOf(wrong), /^StartError: SECRET_KEY must be 32 bytes/)
    })
})
