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

suite('a mail', () => {
  test('has no text without its translations, whatever it is about', () => {
    markTexts()
    for (const mail of mails) {
      const { subject, text, html } = composeMail(mail, 'https://panel.test', 'shop', 'es')
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
