import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPurge } from '../../../test/purge.ts'
import { aPerson, callbackWith, sendCallback, startChatWorker } from '../../../test/chat.ts'
import { aPlacedOrder, aPhone, aProduct, aStore } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { eraseCustomer } from '../customers/erase.ts'
import { countWaiting } from './requests.ts'

const meta = await startMeta()
const service = await startService({
  ...meta.env,
  WHATSAPP_DISPLAY_NUMBER: '+50255550100',
  WHATSAPP_RESTOCK_TEMPLATE: 'de_nuevo_disponible',
})
const { sql } = service
startChatWorker(service)

type Store = Awaited<ReturnType<typeof aStore>>

const aSoldOut = (store: Store) =>
  aProduct(service, store, {
    name: 'Taza esmaltada',
    variants: Object.entries({ Azul: 0, Roja: 0, Verde: 3 }).map(([name, stock]) => ({ name, stock })),
  })

/** What a shopper sends who taps the link of a variant on the product's page. */
async function textsOf(store: Store, slug: string): Promise<string[]> {
  const { text } = await service.get(`/${store.slug}/p/${slug}`)
  return [...text.matchAll(/href="https:\/\/wa\.me\/50255550100\?text=([^"]+)"/g)].map(([, sent]) =>
    decodeURIComponent(sent!),
  )
}

/** The variants that a phone waits for. */
async function waitedFor(phone: string): Promise<string[]> {
  const rows = await sql<{ variantId: string }[]>`
    select variant_id from restock_requests where phone = ${phone} order by created_at`
  return rows.map(({ variantId }) => variantId)
}

suite('who sends the code of what is sold out', () => {
  test('waits for that variant, is told so, and once more when it is sent again', async () => {
    const store = await aStore(service)
    const { slug, variants } = await aSoldOut(store)
    const [blue] = await textsOf(store, slug)
    assert.match(blue!, /^Avísame cuando vuelva \*Taza esmaltada, Azul\*\.\nCódigo: /)
    const person = aPerson(service, meta)
    const answer = await person.write(blue!)
    assert.match(answer!.text, /^Listo: te avisamos por aquí cuando vuelva \*Taza esmaltada, Azul\* de Café/)
    assert.match((await person.write(`${blue!} gracias`))!.text, /Ya lo teníamos anotado/)
    assert.deepEqual(await waitedFor(person.phone), [variants[0]!.id])
    assert.equal((await sql`select from restock_looks where store_id = ${store.id}`).length, 1)
  })

  test('waits once, when the callback arrives again', async () => {
    const store = await aStore(service)
    const [text] = await textsOf(store, (await aSoldOut(store)).slug)
    const person = aPerson(service, meta)
    const message = { id: `wamid.${person.phone}`, from: person.phone, text: text! }
    await sendCallback(service, meta, callbackWith(message))
    const answers = await person.answered({ id: message.id, text: text! })
    assert.ok(answers.length <= 1)
    assert.equal(person.received().length, 1)
    assert.equal((await waitedFor(person.phone)).length, 1)
  })

  test('is told that it is there already, with the link of the variant', async () => {
    const store = await aStore(service)
    const { slug, variants } = await aSoldOut(store)
    const [text] = await textsOf(store, slug)
    await sql`update variants set stock = 1 where store_id = ${store.id} and id = ${variants[0]!.id}`
    const person = aPerson(service, meta)
    const url = `${service.app.publicUrl}/${store.slug}/p/${slug}?opcion=${variants[0]!.id}`
    const answer = await person.write(text!)
    assert.ok(answer!.text.startsWith('Ya hay *Taza esmaltada, Azul*') && answer!.text.endsWith(url))
    assert.deepEqual(await waitedFor(person.phone), [])
  })

  test('gets no more than any stranger for a code of another store, of nothing, of a deleted product or a closed store', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { id, slug, variants } = await aSoldOut(store)
    const code = (of: { slug: string }, variant: string) => `Código: ${of.slug}/${variant}`
    const own = code(store, variants[0]!.id)
    const closed = await aStore(service)
    const there = code(closed, (await aSoldOut(closed)).variants[0]!.id)
    await sql`update stores set billing_state = 'suspended' where id = ${closed.id}`
    const person = aPerson(service, meta)
    assert.match((await person.write('hola'))!.text, /no lo atiende una persona/)
    const wrong = [code(other, variants[0]!.id), own.slice(0, -1), code(store, id), code(store, slug), there]
    for (const text of wrong) assert.deepEqual(await person.answered({ text }), [], text)
    await service.delete(`/api/v1/products/${id}`, store.key)
    assert.deepEqual(await person.answered({ text: own }), [])
    assert.deepEqual(await waitedFor(person.phone), [])
  })

  for (const [what, hide] of [
    ['product', (id: string) => sql`update products set is_active = false where id = ${id}`],
    ['variant', (id: string) => sql`update variants set is_active = false where product_id = ${id}`],
  ] as const)
    test(`is told nothing of a hidden ${what}, whose name is the owner's alone`, async () => {
      const store = await aStore(service)
      const { id, slug } = await aSoldOut(store)
      const [text] = await textsOf(store, slug)
      await hide(id)
      const person = aPerson(service, meta)
      await person.write('hola') // answered once, as to any stranger
      assert.deepEqual(await person.answered({ text: /Código.*/.exec(text!)![0] }), [])
      assert.deepEqual(await waitedFor(person.phone), [])
    })

  test('is found by the slug that the store had when the page was opened', async () => {
    const store = await aStore(service)
    const [text] = await textsOf(store, (await aSoldOut(store)).slug)
    const slug = `${store.slug}-x`
    assert.equal((await service.put('/api/v1/store', { key: store.key, body: { slug } })).status, 200)
    assert.match((await aPerson(service, meta).write(text!))!.text, /^Listo/)
  })

  test('is not waited for with a name that holds the code of another product', async () => {
    const [store, rival] = [await aStore(service), await aStore(service)]
    const { variants } = await aSoldOut(rival)
    const trap = await aProduct(service, store, {
      name: `Taza Código: ${rival.slug}/${variants[0]!.id}`,
      variants: [{ name: 'Única', stock: 0 }],
    })
    const [text] = await textsOf(store, trap.slug)
    const person = aPerson(service, meta)
    await person.write(text!)
    assert.deepEqual(await waitedFor(person.phone), [trap.variants[0]!.id])
  })
})

suite('what one person can ask for', () => {
  test('is bounded: for 20 products, and by 5,000 people for one', async () => {
    const store = await aStore(service)
    const [text] = await textsOf(store, (await aSoldOut(store)).slug)
    const person = aPerson(service, meta)
    await sql`
      insert into restock_requests (store_id, variant_id, phone)
      select ${store.id}, n::text, ${person.phone}
      from generate_series(1, 20) as n`
    assert.match((await person.write(text!))!.text, /Ya esperas 20 productos/)
    const [, variantId] = /\/(\w+)$/.exec(text!)!
    await sql`
      insert into restock_requests (store_id, variant_id, phone)
      select ${store.id}, ${variantId!}, n::text
      from generate_series(1, 5000) as n`
    const another = aPerson(service, meta)
    assert.match((await another.write(text!))!.text, /Hay mucha gente esperando/)
    assert.deepEqual(await waitedFor(another.phone), [])
    await sql`delete from restock_requests where store_id = ${store.id}`
  })

  test('ends with «baja», and is not possible until «alta»', async () => {
    const store = await aStore(service)
    const [text] = await textsOf(store, (await aSoldOut(store)).slug)
    const person = aPerson(service, meta)
    await person.write(text!)
    await person.write('baja')
    assert.deepEqual(await waitedFor(person.phone), [])
    assert.match((await person.write(text!))!.text, /pidió con «baja».*«alta»/)
    assert.deepEqual(await waitedFor(person.phone), [])
    await person.write('alta')
    await person.write(text!)
    assert.equal((await waitedFor(person.phone)).length, 1)
  })

  test('is stored under one form of the number', async () => {
    const store = await aStore(service)
    const [text] = await textsOf(store, (await aSoldOut(store)).slug)
    const number = aPhone().slice(-6)
    await aPerson(service, meta, `+52155${number}12`).write(text!)
    assert.match((await aPerson(service, meta, `+5255${number}12`).write(text!))!.text, /Ya lo teníamos/)
  })
})

suite('requests', () => {
  test('are erased with the customer, in this store alone, and after 90 days', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const person = aPerson(service, meta)
    for (const one of [store, other]) await person.write((await textsOf(one, (await aSoldOut(one)).slug))[0]!)
    const order = await aPlacedOrder(service, store)
    await sql`update customers set phone = ${person.phone} where store_id = ${store.id}`
    const [customer] = await sql<{ id: string }[]>`select id from customers where store_id = ${store.id}`
    await sql`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id)
      values (${store.id}, 'told', 'restock', ${person.phone}, 'product.restocked', '')`
    await eraseCustomer(sql, store.id, customer!.id)
    assert.ok(order.id)
    const left = await sql`select store_id from restock_requests where phone = ${person.phone}`
    assert.deepEqual(
      left.map(({ storeId }) => storeId),
      [other.id],
    )
    assert.equal(
      (await sql`select from deliveries where store_id = ${store.id} and kind = 'restock'`).length,
      0,
    )
    await sql`
      update restock_requests set created_at = now() - interval '89 days' where phone = ${person.phone}`
    await runPurge(sql, 'old restock requests')
    assert.equal((await waitedFor(person.phone)).length, 1)
    await sql`update restock_requests set created_at = now() - interval '91 days' where phone = ${person.phone}`
    await runPurge(sql, 'old restock requests')
    assert.deepEqual(await waitedFor(person.phone), [])
  })

  test('are counted by person for a product, without those of removed variants', async () => {
    const store = await aStore(service)
    const { id, slug, variants } = await aSoldOut(store)
    const texts = await textsOf(store, slug)
    const [ana, luz] = [aPerson(service, meta), aPerson(service, meta)]
    await ana.write(texts[0]!)
    await ana.write(texts[1]!)
    await luz.write(texts[1]!)
    assert.deepEqual([...(await countWaiting(sql, store.id, [id]))], [[id, 2]])
    await sql`update variants set removed_at = now() where store_id = ${store.id} and id = ${variants[1]!.id}`
    assert.deepEqual([...(await countWaiting(sql, store.id, [id]))], [[id, 1]])
    assert.equal((await countWaiting(sql, (await aStore(service)).id, [id])).size, 0)
  })
})
