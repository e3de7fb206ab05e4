import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newWebhookSecret, signatureOf, signingKey } from './secret.ts'

suite('the signature of a webhook', () => {
  test('matches the published test vector', () => {
    const signature = signatureOf(
      [signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
    )
    assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('of each valid secret is accepted by an independent library', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const seconds = Math.floor(Date.now() / 1000)
    const body = JSON.stringify({ nombre: 'Café Ñandú ☕' })
    const headers = {
      'webhook-id': 'k3v9x2m7q4t8w1z5b6n0c8d2',
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatureOf(secrets.map(signingKey), 'k3v9x2m7q4t8w1z5b6n0c8d2', seconds, body),
    }
    for (const secret of secrets)
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
    assert.throws(() => new Webhook(newWebhookSecret()).verify(body, headers))
  })

  test('accepts a secret of 256 random bits', () => {
    assert.match(newWebhookSecret(), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.notEqual(newWebhookSecret(), newWebhookSecret())
  })
})
