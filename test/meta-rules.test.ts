import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createHttpClient } from '../src/core/outgoing/outgoing.ts'
import { readConfig } from '../src/core/config/config.ts'
import { messageErrorOf } from '../src/features/whatsapp/errors.ts'
import { sendMessage, toTemplate } from '../src/features/whatsapp/send.ts'
import { toContent } from '../src/features/whatsapp/session-message.ts'
import { startMeta } from './meta.ts'
import { metaRules } from './meta-rules.ts'

const to = '50255551234'
const notice = (...texts: string[]) => ({
  to,
  type: 'template',
  template: {
    name: 'nuevo_pedido',
    components: [{ type: 'body', parameters: texts.map((text) => ({ type: 'text', text })) }] as object[],
  },
})
const order = notice('PED-7K3QXM', 'Ana', '1 × Café', 'Q 85.00')
const quickReply = (index: number, payload = 'x') => ({
  type: 'button',
  sub_type: 'quick_reply',
  index: String(index),
  parameters: [{ type: 'payload', payload }],
})
const withButtons = (...buttons: object[]) => ({
  ...order,
  template: { ...order.template, components: [...order.template.components, ...buttons] },
})
const buttons = (...titles: string[]) => ({
  to,
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text: '¿Aplicar?' },
    action: { buttons: titles.map((title, n) => ({ type: 'reply', reply: { id: `b${n}`, title } })) },
  },
})
const list = (rows: object[], text = 'Elige') => ({
  to,
  type: 'interactive',
  interactive: { type: 'list', body: { text }, action: { button: 'Elegir', sections: [{ rows }] } },
})
const rows = (count: number, title = 'Café') =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n}`, title }))
const codeOf = (body: object, rules = metaRules(), at?: number) => {
  const refusal = rules.check(body, at)
  return refusal && ('code' in refusal ? refusal.code : refusal)
}

suite('what Meta rejects', () => {
  test('templates by the number, the form and the length of their parameters, and by their buttons', () => {
    assert.equal(codeOf(order), null)
    assert.equal(codeOf(notice('PED-7K3QXM', 'Ana', '1 × Café')), 132_000)
    for (const wrong of ['a\nb', 'a\tb', 'a     b'])
      assert.equal(codeOf(notice('PED', wrong, 'c', 'd')), 132_018)
    assert.equal(codeOf(notice('PED', '', 'c', 'd')), 131_008)
    assert.equal(codeOf(notice('PED', 'x'.repeat(1024), 'c', 'd')), 132_005)
    assert.equal(codeOf({ ...order, template: { ...order.template, name: 'otra' } }), 132_001)

    assert.equal(codeOf(withButtons(quickReply(0), quickReply(1))), null)
    assert.equal(codeOf(withButtons(quickReply(2))), 132_018)
    assert.equal(codeOf(withButtons(quickReply(0, 'x'.repeat(129)))), 131_009)
    const plain = metaRules()
    plain.templates['nuevo_pedido']!.quickReplies = 0
    assert.equal(codeOf(withButtons(quickReply(0)), plain), 132_018)
    assert.equal(codeOf(order, plain), null)
  })

  test('buttons, lists and texts past their limits', () => {
    assert.equal(codeOf(buttons('Sí', 'No', 'Otro')), null)
    assert.equal(codeOf(buttons('1', '2', '3', '4')), 131_009)
    assert.equal(codeOf(buttons('x'.repeat(21))), 131_009)
    assert.equal(codeOf(buttons('Sí', 'Sí')), 131_009)
    assert.equal(codeOf(list(rows(10))), null)
    assert.equal(codeOf(list(rows(11))), 131_009)
    assert.equal(codeOf(list(rows(1, 'x'.repeat(25)))), 131_009)
    assert.equal(codeOf(list(rows(1), 'x'.repeat(1025))), 131_009)
    assert.equal(codeOf({ to, type: 'text', text: { body: 'x'.repeat(4097) } }), 131_009)
  })

  test('other messages than templates to who did not write within 24 h', () => {
    const rules = metaRules({ conversations: true })
    assert.equal(codeOf(buttons('Sí'), rules), 131_047)
    assert.equal(codeOf(order, rules), null)
    rules.wrote(`+${to}`, Date.now() - 23 * 3_600_000)
    assert.equal(codeOf(buttons('Sí'), rules), null)
    rules.wrote(`+${to}`, Date.now() - 25 * 3_600_000)
    assert.equal(codeOf(buttons('Sí'), rules), 131_047)
  })

  test('messages to a number without WhatsApp, and to one that stopped them', () => {
    const rules = metaRules()
    rules.optedOut(`+${to}`)
    assert.equal(codeOf(order, rules), 131_050)
    rules.unknown(`+${to}`)
    assert.equal(codeOf(order, rules), 131_026)
  })

  test('codes to an id, and other ids than it makes; one in the place of a number is accepted and lost', () => {
    const rules = metaRules({ conversations: true })
    const id = 'CO.ENT.1349120865530274'
    const address = (more: object) => ({ type: 'text', text: { body: 'Hola' }, ...more })
    const toId = { recipient: id, recipient_type: 'individual' }
    assert.equal(codeOf(address(toId), rules), 131_047)
    rules.wrote(id)
    assert.equal(codeOf(address(toId), rules), null)
    assert.equal(codeOf({ ...order, to: undefined, ...toId }, rules), null)
    const { template } = notice('123456')
    const code = { type: 'template', template: { ...template, name: 'codigo_de_confirmacion' } }
    assert.equal(codeOf({ ...code, ...toId }, rules), 131_062)
    assert.equal(codeOf(address({ recipient: 'co.1', recipient_type: 'individual' }), rules), 131_009)
    assert.equal(codeOf(address({ recipient: id }), rules), 131_009)
    assert.equal(codeOf(address({ ...toId, recipient_type: 'business_scoped_user_id' }), rules), 100)
    assert.equal(codeOf(address({}), rules), 100)
    assert.deepEqual(codeOf({ ...order, to: id }, rules), { lost: true })
    const asked = { type: 'request_contact_info', body: { text: 'Tu contacto' }, action: {} }
    const ask = { ...toId, type: 'interactive', interactive: asked }
    assert.equal(codeOf(ask, rules), 131_009)
    assert.equal(codeOf({ ...ask, interactive: { ...asked, action: { name: asked.type } } }, rules), null)
  })

  test('messages to a number later, after they were accepted, where it is told to', () => {
    const rules = metaRules({ late: true, conversations: true })
    assert.deepEqual(codeOf(buttons('Sí'), rules), { later: 131_047 })
    rules.optedOut(`+${to}`)
    assert.deepEqual(codeOf(order, rules), { later: 131_050 })
    assert.equal(codeOf(notice('PED'), rules), 132_000)
  })

  test('more than 80 messages a second, or a burst of 45 to one number, then one each 6 seconds', () => {
    const rules = metaRules({ limits: true })
    const at = Date.now()
    const send = (number: string, after: number) => codeOf({ ...order, to: number }, rules, at + after)
    for (let n = 0; n < 45; n++) assert.equal(send(to, n), null)
    assert.equal(send(to, 50), 131_056)
    assert.equal(send(to, 6_100), null)
    assert.equal(send(to, 6_200), 131_056)
    for (let n = 0; n < 80; n++) assert.equal(send(`5025555${1000 + n}`, 20_000), null)
    assert.equal(send('50277770000', 20_500), 130_429)
  })

  test('each code has a reason for people, and is retried only where waiting helps', () => {
    const waits = [130_429, 131_056]
    for (const code of [
      131_008,
      131_009,
      131_026,
      131_047,
      131_050,
      131_051,
      131_062,
      132_000,
      132_001,
      132_005,
      132_018,
      ...waits,
    ]) {
      const { isTransient, reason } = messageErrorOf(code, 400)
      assert.equal(isTransient, waits.includes(code), String(code))
      assert.doesNotMatch(reason, /código/, String(code))
    }
  })
})

suite('what the service sends', () => {
  test('is accepted at the limits, whatever its texts are', async (t) => {
    const meta = await startMeta({ conversations: true })
    meta.rules.wrote(`+${to}`)
    const api = readConfig(meta.env).whatsapp.api!
    const httpClient = createHttpClient({ publicOnly: false })
    t.after(() => httpClient.close())
    const envelope = { to: `+${to}`, correlation: 'c' }
    const long = 'ñ😀 '.repeat(2_000)
    const choices = rows(12, long).map((row) => ({ ...row, description: long }))
    const contents = [
      { text: long },
      { text: long, buttons: choices.slice(0, 3).map(({ id }, n) => ({ id, title: `${n}${long}` })) },
      { text: long, list: { label: long, rows: choices } },
    ]
    for (const content of contents) {
      const sent = await sendMessage(httpClient, api, envelope, toContent(content))
      assert.equal(sent.outcome, 'accepted', JSON.stringify(toContent(content)).slice(0, 300))
    }
    const parameters = ['PED', 'Ana', 'Café', 'Q 1']
    const template = toTemplate(api, 'es', {
      template: api.template,
      parameters: () => parameters,
      quickReplies: ['a', 'b', 'c'],
    })
    const sent = await sendMessage(httpClient, api, envelope, template)
    assert.ok(sent.outcome === 'rejected' && !sent.isTransient && /plantilla/.test(sent.reason))
  })
})
