import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { readConfig } from './config.ts'

const FIXTURES = new URL('../../../test/fixtures/', import.meta.url).pathname

suite('an invalid setting stops the start with its name', () => {
  const bad: [string, Record<string, string>, RegExp][] = [
    ['an address without a protocol', { PUBLIC_URL: 'tienda.example' }, /^PUBLIC_URL /],
    ['an address with a path', { PUBLIC_URL: 'https://tienda.example/base' }, /^PUBLIC_URL /],
    ['an address with a query', { PUBLIC_URL: 'https://tienda.example?a=1' }, /^PUBLIC_URL /],
    ['an address with a password', { PUBLIC_URL: 'https://a:b@tienda.example' }, /^PUBLIC_URL /],
    ['a target of domains with a port', { DOMAIN_TARGET: 'tiendas.example:443' }, /^DOMAIN_TARGET is /],
    ['a target of domains with a path', { DOMAIN_TARGET: 'tiendas.example/' }, /^DOMAIN_TARGET is /],
    [
      'a resolver without its port',
      { DNS_SERVERS: '127.0.0.1:53, 9.9.9.9' },
      /^DNS_SERVERS contains "9.9.9.9"/,
    ],
    ['a resolver that is a name', { DNS_SERVERS: 'dns.example:53' }, /^DNS_SERVERS contains /],
    ['a resolver at port 0', { DNS_SERVERS: '127.0.0.1:0' }, /^DNS_SERVERS contains /],
    ['a redirect port, also without TLS', { HTTP_REDIRECT_PORT: 'ochenta' }, /^HTTP_REDIRECT_PORT /],
    ['a payment address, also without its key', { STRIPE_API_URL: 'stripe' }, /^STRIPE_API_URL /],
    ['an engine that is not served', { DATABASE_ENGINE: 'mysql' }, /^DATABASE_ENGINE /],
    [
      'an engine without its database',
      { DATABASE_ENGINE: 'citus' },
      /^DATABASE_ENGINE=citus needs DATABASE_URL$/,
    ],
    [
      'a secret of payments without their key',
      { STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      /^STRIPE_WEBHOOK_SECRET is set, but STRIPE_SECRET_KEY is missing$/,
    ],
    [
      "a phone in place of its number's id",
      { WHATSAPP_PHONE_NUMBER_ID: '+50255551234', WHATSAPP_ACCESS_TOKEN: 'x' },
      /^WHATSAPP_PHONE_NUMBER_ID is /,
    ],
    [
      'a number without its country',
      { WHATSAPP_DISPLAY_NUMBER: '5555-1234' },
      /^WHATSAPP_DISPLAY_NUMBER is /,
    ],
    ['a sender without an address', { MAIL_FROM: 'Vitrina' }, /^MAIL_FROM /],
    ['a key that is no private key', { VAPID_PRIVATE_KEY: 'x' }, /^VAPID_PRIVATE_KEY /],
    ['a key of zeros', { VAPID_PRIVATE_KEY: 'A'.repeat(43) }, /^VAPID_PRIVATE_KEY /],
    [
      'a subject that nobody can write to',
      { VAPID_SUBJECT: 'Ana' },
      /^VAPID_SUBJECT .* https:\/\/ or mailto:$/,
    ],
    ['a sender of two lines', { MAIL_FROM: 'Vitrina\n<a@tienda.example>' }, /^MAIL_FROM .*$/],
    [
      'files that are no certificate',
      { TLS_CERT_FILE: `${FIXTURES}localhost.key`, TLS_KEY_FILE: `${FIXTURES}localhost.key` },
      /^TLS_CERT_FILE and TLS_KEY_FILE .*$/,
    ],
  ]
  for (const [what, env, line] of bad) {
    test(what, () => {
      assert.throws(
        () => readConfig(env),
        ({ message }: Error) => line.test(message) && !message.includes('\n    at'),
      )
    })
  }

  test('a valid one does not', () => {
    for (const [given, known] of [
      ['https://Tienda.example:8443/', 'https://tienda.example:8443'],
      ['https://tienda.example:443', 'https://tienda.example'],
    ])
      assert.equal(readConfig({ PUBLIC_URL: given }).publicUrl, known)
    for (const from of ['a@tienda.example', '<a@tienda.example>', 'La Tienda <a@tienda.example>'])
      assert.equal(readConfig({ MAIL_FROM: from }).mailFrom, from)
    const tls = readConfig({
      TLS_CERT_FILE: `${FIXTURES}localhost.crt`,
      TLS_KEY_FILE: `${FIXTURES}localhost.key`,
    })
    assert.equal(tls.tls?.redirectPort, null)
    assert.equal(tls.publicUrl, 'https://localhost:3000')
    const domains = readConfig({
      PUBLIC_URL: 'https://tiendas.example:8443',
      DNS_SERVERS: '127.0.0.1:53,[::1]:5353',
    })
    assert.equal(domains.domainTarget, 'tiendas.example')
    assert.deepEqual(domains.dnsServers, ['127.0.0.1:53', '[::1]:5353'])
    assert.deepEqual(readConfig({ DOMAIN_TARGET: 'Aqui.Example' }).domainTarget, 'aqui.example')
    const citus = readConfig({ DATABASE_URL: 'postgres://u@h/d', DATABASE_ENGINE: 'citus' })
    assert.equal(citus.databaseUrl, 'postgres://u@h/d?engine=citus')
  })
})

suite('VAPID settings', () => {
  test('have the panel as contact where it is on https, else the mail sender', () => {
    assert.equal(readConfig({ PANEL_URL: 'https://panel.example' }).vapid.subject, 'https://panel.example')
    assert.equal(readConfig({ MAIL_FROM: 'Tienda <a@b.example>' }).vapid.subject, 'mailto:a@b.example')
    assert.equal(readConfig({ VAPID_SUBJECT: 'mailto:c@d.example' }).vapid.subject, 'mailto:c@d.example')
  })

  test("have the operator's key, or none", () => {
    const key = randomBytes(32).fill(1, 0, 1).toString('base64url')
    assert.equal(readConfig({ VAPID_PRIVATE_KEY: key }).vapid.privateKey, key)
    assert.equal(readConfig({}).vapid.privateKey, null)
  })
})
