import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readWhatsapp } from '../../core/config/provider-settings.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { customerParameters } from '../orders/customer-notice.ts'
import { toTemplate } from './send.ts'

const apiWith = (settings: Record<string, string>) =>
  readWhatsapp({ WHATSAPP_PHONE_NUMBER_ID: '1', WHATSAPP_ACCESS_TOKEN: 'x', ...settings }, () => null).api!

const order = {
  orderNumber: 'PED-1',
  storeName: 'Pão de Mel',
  deliveryKind: 'pickup',
  language: 'pt',
} as const

suite('a template', () => {
  const sentTo = (language: 'es' | 'pt' | 'en', settings: Record<string, string>) => {
    const { template } = toTemplate(apiWith(settings), language, {
      template: 'estado_pedido',
      parameters: (own) => customerParameters(order, 'order.shipped', own),
    }) as { template: { language: { code: string }; components: { parameters: { text: string }[] }[] } }
    return [template.language.code, template.components[0]!.parameters[2]!.text]
  }

  test('is sent in the language of who reads it where it is approved in it, else in the first, with its values', () => {
    const named = { WHATSAPP_TEMPLATE_LANGUAGES: 'es_MX, pt_BR' }
    assert.deepEqual(sentTo('pt', named), ['pt_BR', 'está pronto para retirada'])
    assert.deepEqual(sentTo('es', named), ['es_MX', 'está listo para recoger'])
    assert.deepEqual(sentTo('en', named), ['es_MX', 'está listo para recoger'])
    assert.deepEqual(sentTo('pt', { WHATSAPP_TEMPLATE_LANGUAGES: 'en_US' }), ['en_US', 'is ready for pickup'])
  })

  test('is Spanish where none is named, and in the one of the older setting', () => {
    assert.deepEqual(sentTo('pt', {}), ['es', 'está listo para recoger'])
    assert.deepEqual(sentTo('es', { WHATSAPP_TEMPLATE_LANGUAGE: 'pt_BR' }), [
      'pt_BR',
      'está pronto para retirada',
    ])
  })

  const refused: [value: string, message: RegExp][] = [
    ['es,pt', /"es,pt", but "pt" is no code of Spanish, Portuguese or English/],
    ['fr', /"fr" is no code/],
    ['es,', /"" is no code/],
    ['pt-BR', /"pt-BR" is no code/],
    ['es_QQ', /"es_QQ" is no code/],
    ['es,es_MX', /must name each language once: es_MX is another es$/],
  ]
  for (const [value, message] of refused) {
    test(`stops the start in a language that is none: ${value}`, () => {
      assert.throws(
        () => apiWith({ WHATSAPP_TEMPLATE_LANGUAGES: value }),
        (error) => error instanceof StartError && message.test(error.message),
      )
    })
  }
})
