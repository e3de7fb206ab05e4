import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { composeMail } from '../src/features/mail/compose.ts'
import type { AccountMails, Mail, StoreMails } from '../src/features/mail/mail.ts'
import { markTexts, unmarked } from './marked-texts.ts'

const at = '2026-11-28T23:40:00.000Z'
const code = '123456'

const accountMails: { [E in keyof AccountMails]: AccountMails[E] } = {
  'account.sign_up': { code },
  'account.exists': {},
  'account.sign_in': { code },
  'account.missing': {},
  'account.recovery': { token: 'abc' },
  'account.new_device': { device: 'Chrome en Android', at },
  'account.password_changed': { at },
  'account.email_code': { code },
  'account.email_changed': { email: 'a@b.test', at },
  'account.deleted': { days: 30 },
  'account.security_changed': { change: 'second_step_on', at },
}

const about = { storeName: 'Лавка' }
const domain = 'лавка.рф'
const storeMails: { [E in keyof StoreMails]: StoreMails[E] } = {
  'team.invited': { role: 'STAFF', token: 'abc', invitedBy: 'Анна', daysOpen: 7 },
  'team.store_received': { from: 'Анна' },
  'team.store_handed_over': { to: 'Анна' },
  'team.owner_added': { who: 'Анна' },
  'billing.past_due': {},
  'billing.cap_near': { what: 'productos', used: 40, limit: 50, isFree: true },
  'billing.suspended': {},
  'billing.restored': {},
  'domain.lost': { domain },
  'domain.grace': { domain, until: at },
  'domain.grace_ends': { domain, until: at },
  'webhook.disabled': { reason: 'Respondió que ya no existe (410)', host: 'хост.рф' },
}

const mails = [
  ...Object.entries(accountMails).map(([event, payload]) => ({ event, payload })),
  ...Object.entries(storeMails).map(([event, payload]) => ({ event, payload: { ...about, ...payload } })),
] as Mail[]

const compose = (mail: Mail, language: 'es' | 'pt' | 'en') =>
  composeMail(mail, 'https://panel.test', 'shop', language)

suite('a mail', () => {
  test('is in the language of who reads it, in all its parts', () => {
    const mail = { event: 'account.new_device', payload: accountMails['account.new_device'] } as const
    const { subject, text, html } = compose(mail, 'pt')
    assert.equal(subject, 'Você entrou em um dispositivo novo')
    assert.match(
      text,
      /^Alguém entrou na sua conta usando Chrome no Android, em 28 de novembro de 2026 às 23:40 \(UTC\)\.$/m,
    )
    assert.match(text, /^Ver minha conta:\nhttps:/m)
    assert.match(html, /<html lang="pt-BR">/)
    assert.match(html, /Se o botão não abrir, copie este endereço:/)
    const near = compose(
      { event: 'billing.cap_near', payload: { ...about, ...storeMails['billing.cap_near'] } },
      'en',
    )
    assert.equal(near.subject, 'Лавка uses 40 of 50 products')
    const grace = compose({ event: 'domain.grace', payload: { ...about, domain, until: at } }, 'en')
    assert.equal(grace.subject, 'лавка.рф opens Лавка until November 28, 2026')
    const earlier = { ...about, domain, until: '28 de noviembre de 2026' }
    assert.match(
      compose({ event: 'domain.grace', payload: earlier }, 'es').subject,
      /hasta el 28 de noviembre de 2026$/,
    )
  })

  test('has no text without its translations, whatever it is about', () => {
    markTexts()
    for (const mail of mails) {
      const { subject, text, html } = compose(mail, 'es')
      for (const form of [subject, text, html]) {
        assert.match(form, /⟦/)
        assert.deepEqual(
          unmarked(form).filter((line) => line !== 'Vitrina'),
          [],
          mail.event,
        )
      }
    }
  })
})
