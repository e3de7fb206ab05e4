import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { commandLine, operate } from '../../../test/command-line.ts'
import { startService } from '../../../test/service.ts'

const { databaseUrl } = await startService()

/** What the provider says of the account's templates; null: the token may not read them. */
let templates: object[] | null = null
const meta = createServer(({ url = '' }, response) => {
  if (url.startsWith('/v25.0/debug_token?input_token=x')) {
    const scope = { scope: 'whatsapp_business_management', target_ids: ['77'] }
    return response.end(JSON.stringify({ data: { granular_scopes: templates ? [scope] : [] } }))
  }
  const isTemplates = /^\/v25\.0\/77\/message_templates\?name=(aviso|vuelta)&fields=/.test(url)
  response
    .writeHead(isTemplates || url.startsWith('/v25.0/1?') ? 200 : 404)
    .end(JSON.stringify(isTemplates ? { data: templates } : {}))
}).listen(0, '127.0.0.1')
after(() => meta.close())
await once(meta, 'listening')

const env = {
  DATABASE_URL: databaseUrl,
  WHATSAPP_API_URL: `http://127.0.0.1:${(meta.address() as AddressInfo).port}/v25.0`,
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
  WHATSAPP_TEMPLATE: 'aviso',
  WHATSAPP_TEMPLATE_LANGUAGE: 'es_MX',
}
const declared = () => operate(env, 'whatsapp', 'template')

suite('whatsapp template', () => {
  test('prints the declaration under the configured name and language, within the limits of templates', async () => {
    const template = await declared()
    assert.equal(template['name'], 'aviso')
    assert.equal(template['language'], 'es_MX')
    const [body, { buttons }] = template['components'] as [{ text: string }, { buttons: { text: string }[] }]
    assert.deepEqual(
      buttons.map(({ text }) => text),
      ['Confirmar', 'No puedo'],
    )
    assert.deepEqual(body.text.match(/\{\{\d\}\}/g), ['{{1}}', '{{2}}', '{{3}}', '{{4}}'])
    assert.doesNotMatch(body.text, /^\{\{|\}\}$|\}\}\s*\{\{/)
  })

  test('prints it in each configured language', async () => {
    const inTwo = { ...env, WHATSAPP_TEMPLATE_LANGUAGES: 'es_MX,pt_BR,en_US' }
    for (const [code, words] of [
      ['pt_BR', /pedido novo.*\{\{1\}\}.*\{\{4\}\}/s],
      ['en_US', /new order.*\{\{1\}\}.*\{\{4\}\}/s],
    ] as const) {
      const template = await operate(inTwo, 'whatsapp', 'template', '--language', code)
      const [body, { buttons }] = template['components'] as [{ text: string }, { buttons: object[] }]
      assert.equal(template['language'], code)
      assert.match(body.text, words)
      assert.equal(buttons.length, 2)
    }
    const { stderr } = await commandLine(inTwo, 'whatsapp', 'template', '--language', 'fr')
    assert.match(stderr, /must be one of WHATSAPP_TEMPLATE_LANGUAGES/)
  })
})

suite('doctor, about the template', () => {
  const check = (buttons: string) =>
    checkOf('whatsapp template', { ...env, WHATSAPP_TEMPLATE_BUTTONS: buttons })
  const checkOf = async (of: string, settings: Record<string, string>) => {
    const { stdout } = await commandLine(settings, 'doctor', '--json') // it fails where a check does
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] }
    return checks.find(({ name }) => name === of)!
  }

  test('looks up the one of products that are back, and says what is off without it', async () => {
    const approved = { name: 'vuelta', language: 'es_MX', status: 'APPROVED', components: [] }
    const cases: [template: string, templates: object[] | null, status: string, message: RegExp][] = [
      ['', [], 'warn', /nobody can wait for a product/],
      ['vuelta', [approved], 'ok', /^vuelta \(es_MX\)$/],
      ['vuelta', [{ ...approved, status: 'REJECTED' }], 'fail', /not approved: nobody who waits is told/],
      ['vuelta', null, 'ok', /^vuelta \(es_MX\)$/],
    ]
    for (const [template, found, status, message] of cases) {
      templates = found
      const settings = { ...env, WHATSAPP_RESTOCK_TEMPLATE: template }
      const { status: actual, message: text } = await checkOf('whatsapp restock template', settings)
      assert.deepEqual([actual, message.test(text)], [status, true], text)
    }
  })

  test('compares the setting with what was approved', async () => {
    const approved = { ...(await declared()), status: 'APPROVED' } as Record<string, unknown>
    const [body] = approved['components'] as object[]
    const cases: [templates: object[] | null, buttons: string, status: string, message: RegExp][] = [
      [[approved], 'true', 'ok', /^aviso \(es_MX\): notices have buttons$/],
      [[approved], 'false', 'warn', /set WHATSAPP_TEMPLATE_BUTTONS=true$/],
      [[{ ...approved, components: [body] }], 'true', 'fail', /every notice fails; unset/],
      [
        [{ ...approved, components: [body] }],
        'false',
        'warn',
        /have no buttons: have what `whatsapp template`/,
      ],
      [[{ ...approved, status: 'PAUSED' }], 'false', 'fail', /not approved: no notice is sent/],
      [null, 'true', 'ok', /can be seen with the permission whatsapp_business_management$/],
      [null, 'false', 'warn', /have no buttons/],
    ]
    for (const [found, buttons, status, message] of cases) {
      templates = found
      const { status: actual, message: text } = await check(buttons)
      assert.deepEqual([actual, message.test(text)], [status, true], text)
    }
  })
})
