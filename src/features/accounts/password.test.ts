import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { mock, suite, test } from 'node:test'
import type { ApiError } from '../../core/errors/errors.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { requireGoodPassword } from './password.ts'

const own = ['ana.morales@panymiel.test', 'Ana Morales', 'Café Antigua', 'cafe-antigua']
const rejected = (password: string, reason: string) =>
  assert.throws(
    () => requireGoodPassword(password, own),
    ({ body }: ApiError) => body.details!['reason'] === reason,
  )
const accepted = (password: string) => assert.doesNotThrow(() => requireGoodPassword(password, own), password)

suite('a new password', () => {
  test('has 8 to 200 characters, of any kind', () => {
    rejected('siete77', 'min_length')
    rejected('ñ'.repeat(201), 'max_length')
    for (const password of ['kzwvbtrq', 'ñandú en bicicleta', '🌮🌯🫔🥑x', 'k'.repeat(199) + 'z'])
      accepted(password)
  })

  test('is not a common one, in any case', () => {
    for (const password of [
      'password',
      'PassWord',
      '12345678',
      'qwertyuiop',
      'contraseña',
      'Contrasena',
      'iloveyou',
    ]) {
      rejected(password, 'invalid')
    }
  })

  test('does not consist of words from the account and the store', () => {
    for (const password of [
      'ana.morales',
      'AnaMorales',
      'panymiel',
      'Café Antigua',
      'cafeantigua2026',
      'morales-ana1',
    ]) {
      rejected(password, 'invalid')
    }
    accepted('la-ana-compra-pan-rico')
    accepted('antigua bicicleta roja')
  })
})

suite('a stored password', () => {
  test('is an argon2id hash of the Unicode-normalized password', async () => {
    const hash = await hashPassword('cañón-de-azúcar')
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.equal(await verifyPassword(hash, 'cañón-de-azúcar'.normalize('NFD')), true)
    assert.equal(await verifyPassword(hash, 'canon-de-azucar'), false)
  })

  test('is hashed with a concurrency of two', async () => {
    const argon2 = createRequire(import.meta.url)('@node-rs/argon2')
    const { verify } = argon2
    let [running, max] = [0, 0]
    mock.method(argon2, 'verify', async (...asked: unknown[]) => {
      max = Math.max(max, ++running)
      return verify(...asked).finally(() => running--)
    })
    const hash = await hashPassword('cañón-de-azúcar')
    await Promise.all(Array.from({ length: 8 }, () => verifyPassword(hash, 'canon-de-azucar')))
    mock.restoreAll()
    assert.equal(max, 2)
  })

  test('never matches for an account without a password', async () => {
    assert.equal(await verifyPassword(undefined, 'nobody has this one'), false)
    assert.equal(await verifyPassword('', ''), false)
  })
})
