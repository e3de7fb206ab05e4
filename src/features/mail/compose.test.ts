import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { composeMail } from './compose.ts'

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
