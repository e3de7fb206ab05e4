import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { composeMail } from './compose.ts'
import type { Mail } from './mail.ts'

suite('the password reset mail', () => {
  test('has a link to the host of the panel, in text and HTML', () => {
    const mail = { event: 'account.recovery', payload: { token: 'abc' } } as const
    const { text, html } = composeMail(mail, 'https://panel.test', null, 'es')
    for (const form of [text, html]) {
      const links = new Set(form.match(/https?:\/\/[^\s"<]+/g))
      assert.deepEqual([...links], ['https://panel.test/panel/recuperar/abc'])
    }
  })
})

suite('a mail', () => {
  const compose = (mail: Mail, language: 'es' | 'pt' | 'en') =>
    composeMail(mail, 'https://panel.test', 'shop', language)
  const about = { storeName: 'Лавка' }
  const domain = 'лавка.рф'
  const at = '2026-11-28T23:40:00.000Z'

  test('is in the language of who reads it, in all its parts', () => {
    const device = 'Chrome en Android'
    const { subject, text, html } = compose({ event: 'account.new_device', payload: { device, at } }, 'pt')
    assert.equal(subject, 'Você entrou em um dispositivo novo')
    assert.match(
      text,
      /^Alguém entrou na sua conta usando Chrome no Android, em 28 de novembro de 2026 às 23:40 \(UTC\)\.$/m,
    )
    assert.match(text, /^Ver minha conta:\nhttps:/m)
    assert.match(html, /<html lang="pt-BR">/)
    assert.match(html, /Se o botão não abrir, copie este endereço:/)
    const used = { ...about, what: 'productos', used: 40, limit: 50, isFree: true } as const
    const near = compose({ event: 'billing.cap_near', payload: used }, 'en')
    assert.equal(near.subject, 'Лавка uses 40 of 50 products')
    const grace = compose({ event: 'domain.grace', payload: { ...about, domain, until: at } }, 'en')
    assert.equal(grace.subject, 'лавка.рф opens Лавка until November 28, 2026')
    const earlier = { ...about, domain, until: '28 de noviembre de 2026' }
    assert.match(
      compose({ event: 'domain.grace', payload: earlier }, 'es').subject,
      /hasta el 28 de noviembre de 2026$/,
    )
  })
})
