import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { buildApp } from '../app.ts'
import { createLog } from '../../core/process/log.ts'
import { aProduct, aStore } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'

const meta = await startMeta()
const service = await startService({
  ...meta.env,
  WHATSAPP_DISPLAY_NUMBER: '+50255550100',
  WHATSAPP_RESTOCK_TEMPLATE: 'de_nuevo_disponible',
})
const store = await aStore(service)

const page = async (slug: string) => (await service.get(`/${store.slug}/p/${slug}`)).text

/** The links by which a shopper asks to be told: what they say, and what is sent. */
const linksOf = (text: string) =>
  [
    ...text.matchAll(
      /<a class="[^"]*" href="https:\/\/wa\.me\/50255550100\?text=([^"]+)"[^>]*>.*?<\/svg> (.*?)<\/a>/g,
    ),
  ].map(([, sent, label]) => [label, decodeURIComponent(sent!)])

suite('the page of what is sold out', () => {
  test('has a link by which the shopper asks to be told, in place of the question', async () => {
    const { slug, variants } = await aProduct(service, store, {
      name: 'Jarra',
      variants: [{ name: 'Única', stock: 0 }],
    })
    const text = await page(slug)
    const sent = `Avísame cuando vuelva *Jarra*.\nCódigo: ${store.slug}/${variants[0]!.id}`
    assert.deepEqual(linksOf(text), [['Avísame cuando vuelva', sent]])
    assert.doesNotMatch(text, /> Preguntar</)
    assert.match(text, /<button class="button" disabled>/)
  })

  test('has one for each variant that is sold out, also where others can be ordered', async () => {
    const name = 'Camisa'
    const some = await aProduct(service, store, { name, variants: [{ name: 'S', stock: 0 }, { name: 'M', stock: 2 }] }) // prettier-ignore
    assert.deepEqual(linksOf(await page(some.slug)), [
      [
        'Avísame cuando vuelva S',
        `Avísame cuando vuelva *Camisa, S*.\nCódigo: ${store.slug}/${some.variants[0]!.id}`,
      ],
    ])
    const variants = ['S', 'M'].map((name) => ({ name, stock: 0 }))
    const all = await aProduct(service, store, { name: 'Gorra', variants })
    assert.deepEqual(
      linksOf(await page(all.slug)).map(([label]) => label),
      ['S', 'M'],
    )
    const none = await aProduct(service, store, { name: 'Vaso', variants: [{ name: 'Única', stock: 1 }] })
    assert.deepEqual(linksOf(await page(none.slug)), [])
  })

  test('stays within 14 KB with a hundred of them with long names', async () => {
    const { slug } = await aProduct(service, store, {
      name: 'Playera de algodón peinado con estampado de la temporada pasada '.repeat(2).trim().slice(0, 120),
      variants: Array.from({ length: 100 }, (_, n) => ({
        name: `Color ${n * 7919}, talla ${n} `.padEnd(80, 'x'),
        stock: 0,
      })),
    })
    const text = await page(slug)
    assert.equal(linksOf(text).length, 100)
    const longest = Math.max(...linksOf(text).map(([, sent]) => sent!.length))
    assert.ok(longest <= 300, `${longest}`)
    const size = brotliCompressSync(text).length
    assert.ok(size <= 14_000, `${size}`)
  })

  test('has the question where the operator has not set up all that a notice takes', async (t) => {
    const { slug } = await aProduct(service, store, { name: 'Olla', variants: [{ name: 'Única', stock: 0 }] })
    const { config } = service.app
    const { whatsapp } = config
    const lacking = [
      { ...whatsapp, api: { ...whatsapp.api!, restockTemplate: null } },
      { ...whatsapp, api: null },
      { ...whatsapp, appSecret: null },
      { ...whatsapp, displayNumber: null },
    ]
    for (const whatsapp of lacking) {
      const app = await buildApp({ ...config, whatsapp }, service.sql, createLog('silent'))
      t.after(() => app.close())
      const { body } = await app.inject({ url: `/${store.slug}/p/${slug}` })
      assert.deepEqual(linksOf(body), [])
      assert.match(body, />\s?Preguntar</)
    }
  })
})
