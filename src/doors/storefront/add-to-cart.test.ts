import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { checkoutForms, newKey } from '../../../test/checkout-form.ts'
import { aModifierGroup, aPhone, aProduct, aStore } from '../../../test/factories.ts'
import { aPizza } from '../../../test/pizzeria.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { send } = checkoutForms(service)

async function aPizzeria() {
  const store = await aStore(service)
  const { halves, dough, extras, product, variantId } = await aPizza(service, store)
  const [pepperoni, hawaiana, margarita] = halves.choices.map(({ id }) => id)
  const [thin, thick] = dough.choices.map(({ id }) => id)
  const [cheese] = extras.choices.map(({ id }) => id)
  const fields = {
    v: `${variantId}~80`,
    n: '1',
    [`choices.${pepperoni}.quantity`]: '1',
    [`choices.${hawaiana}.quantity`]: '1',
    [`choices.${dough.id}`]: thick!,
    [`choices.${cheese}.quantity`]: '2',
    note: 'Sin cebolla',
  }
  const page = `/${store.slug}/p/pizza`
  const add = async () => (await send(page, fields)).headers.get('location')!
  return {
    store,
    fields,
    page,
    add,
    variantId,
    product,
    halves,
    dough,
    extras,
    pepperoni,
    margarita,
    thin,
    cheese,
  }
}

/** Switches the choice at `n` of a group off. */
const switchOff = ({ key }: { key: string }, group: { id: string; choices: { id: string }[] }, n: number) =>
  service.put(`/api/v1/modifier-groups/${group.id}`, {
    key,
    body: { choices: group.choices.map(({ id }, at) => (at === n ? { id, isActive: false } : { id })) },
  })

suite('POST /{slug}/p/{product}', () => {
  test('puts the product in the cart with its choices and its note, at the price of an order', async () => {
    const { add } = await aPizzeria()
    const { text } = await service.get(await add())
    assert.match(text, /Pepperoni, Hawaiana, Gruesa, 2 × Queso extra/)
    assert.match(text, /«Sin cebolla»/)
    assert.match(text, /Q\s125\.00/) // 80 + the dearest half, 20 + 5 + 2 × 10
    assert.doesNotMatch(text, /Tu carrito cambió/)
  })

  test('the price in the cart’s address has the digits of the currency', async () => {
    const store = await aStore(service)
    const { id, choices } = await aModifierGroup(service, store, {
      choices: [{ name: 'Leche', price: 20.2 }],
    })
    const { slug, variants } = await aProduct(service, store, { price: 10.1, modifierGroupIds: [id] })
    const fields = { v: variants[0]!.id, n: '1', [`choices.${choices[0]!.id}.quantity`]: '1' }
    const { headers } = await send(`/${store.slug}/p/${slug}`, fields)
    assert.match(new URL(headers.get('location')!, 'http://shop').searchParams.get('v')!, /~30\.3\*/)
  })

  test('shows what is wrong at its group, with everything that was typed', async () => {
    const { page, fields, halves, dough, pepperoni } = await aPizzeria()
    const sent = await send(page, {
      ...fields,
      [`choices.${pepperoni}.quantity`]: '',
      [`choices.${dough.id}`]: '',
      n: '3',
    })
    assert.equal(sent.status, 422)
    assert.match(sent.text, new RegExp(`id="${halves.id}-wrong"[^>]*>De «Mitades», elige 2 o más<`))
    assert.match(sent.text, new RegExp(`id="${dough.id}-wrong"[^>]*>De «Masa», elige 1 o más<`))
    assert.match(sent.text, /name="note" value="Sin cebolla"/)
    assert.match(sent.text, /name="n" type="number" value="3"/)
    assert.match(
      sent.text,
      new RegExp(`name="choices.${halves.choices[1]!.id}.quantity" value="1"[^>]* checked`),
    )
    assert.doesNotMatch(sent.text, new RegExp(`name="choices.${pepperoni}.quantity" value="1"[^>]* checked`))
  })

  test('says that too many of a group, too many of a choice, and a note of 141 letters are too many', async () => {
    const { page, fields, margarita, cheese, halves, extras } = await aPizzeria()
    const sent = await send(page, {
      ...fields,
      [`choices.${margarita}.quantity`]: '1',
      [`choices.${cheese}.quantity`]: '4',
      note: 'a'.repeat(141),
    })
    assert.equal(sent.status, 422)
    assert.match(sent.text, new RegExp(`id="${halves.id}-wrong"[^>]*>De «Mitades», elige 2 como máximo<`))
    assert.match(sent.text, new RegExp(`id="${extras.id}-wrong"[^>]*>De «Queso extra», elige 3 como máximo<`))
    assert.match(sent.text, /id="note-wrong"[^>]*>Usa 140 letras como máximo</)
  })

  test('says that a choice is gone which was switched off while the page was open', async () => {
    const { store, page, fields, dough } = await aPizzeria()
    await switchOff(store, dough, 1)
    const sent = await send(page, fields)
    assert.equal(sent.status, 422)
    assert.match(
      sent.text,
      new RegExp(`id="${dough.id}-wrong"[^>]*>Lo que elegiste ya no se ofrece: elige otra opción<`),
    )
  })

  test('keeps the cart that the page’s address carried', async () => {
    const { store, page, fields } = await aPizzeria()
    const { variants } = await aProduct(service, store, { name: 'Refresco', price: 12 })
    const carried = `${variants[0]!.id}~12`
    const sent = await send(page, { ...fields, v: [carried, fields.v], n: ['4', '1'] })
    const { text } = await service.get(sent.headers.get('location')!)
    assert.match(text, /Q\s48\.00/)
    assert.match(text, /Q\s125\.00/)
  })
})

suite('a cart with choices', () => {
  test('lines of one variant are apart by choices and note, and share its stock', async () => {
    const { store, add, variantId } = await aPizzeria()
    await service.sql`update variants set stock = 3 where store_id = ${store.id} and id = ${variantId}`
    const first = new URL(await add(), 'http://shop').searchParams.get('v')!
    const other = first.replace('Sin cebolla', 'Con todo')
    const query = new URLSearchParams([['v', first], ['n', '2'], ['v', other], ['n', '2'], ['v', first], ['n', '0']]) // prettier-ignore
    const { text } = await service.get(`/${store.slug}/carrito?${query}`)
    assert.match(text, /«Con todo»/)
    assert.match(text, /De <b>Pizza familiar<\/b> solo queda 1\b/)
    assert.match(text, /Q\s375\.00/)
  })

  test('the address of 20 such lines is shorter than 1,500 characters', async () => {
    const { add } = await aPizzeria()
    const query = new URL(await add(), 'http://shop').search.replace('&mas=1', '').slice(1)
    const notes = Array.from({ length: 20 }, (_, n) => query.replace('Sin+cebolla', `Sin+cebolla${n % 10}`))
    const address = `/pizzeria/carrito?${notes.join('&')}`
    assert.ok(address.length < 1500, `${address.length}`)
  })

  test('an address of a cart from before choices still shows it', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store, { price: 30 })
    const { text } = await service.get(
      `/${store.slug}/carrito?v=${variants[0]!.id}~30&n=2&v=${variants[0]!.id}`,
    )
    assert.match(text, /Q\s90\.00/)
    assert.doesNotMatch(text, /Tu carrito cambió/)
  })

  test('a choice that is gone is told in the cart: without it where it is not required', async () => {
    const { store, add, extras, dough } = await aPizzeria()
    const address = await add()
    await switchOff(store, extras, 0)
    const optional = await service.get(address)
    assert.match(optional.text, /<b>Pizza familiar<\/b> va sin «Queso extra»: ya no se ofrece/)
    assert.match(optional.text, /Q\s105\.00/)
    await switchOff(store, dough, 1)
    const required = await service.get(address)
    assert.match(required.text, /<b>Por completar\.<\/b> De «Masa», elige 1 o más\./)
    assert.match(required.text, new RegExp(`formaction="/${store.slug}/p/pizza" name="otra"`))
  })

  test('a choice that nobody knows is told without a name', async () => {
    const { store, add } = await aPizzeria()
    const { text } = await service.get(
      (await add()).replace(/\*[a-z0-9.-]+\*/, (choices) => choices.replace(/\*$/, '.zzzzz*')),
    )
    assert.match(text, /va sin algo de lo que elegiste: ya no se ofrece/)
    assert.match(text, new RegExp(`/${store.slug}/pedir`))
  })

  test('is ordered without JavaScript, and again from the order’s page', async () => {
    const { store, add } = await aPizzeria()
    const query = new URL(await add(), 'http://shop').searchParams
    const v = query.get('v')!
    const checkout = await service.get(`/${store.slug}/pedir?${query}`)
    assert.match(checkout.text, /Pepperoni, Hawaiana, Gruesa, 2 × Queso extra/)
    const sent = await send(`/${store.slug}/pedir`, {
      v,
      n: '1',
      name: 'Ana',
      phone: aPhone(),
      key: newKey(),
    })
    assert.equal(sent.status, 303, sent.text)
    const page = await service.get(sent.headers.get('location')!)
    assert.match(page.text, /Pepperoni, Hawaiana, Gruesa, 2 × Queso extra/)
    assert.match(page.text, /«Sin cebolla»/)
    const [, again] = /data-again href="([^"]+)"/.exec(page.text)!
    const repeated = await service.get(again!.replaceAll('&amp;', '&'))
    assert.match(repeated.text, /Pepperoni, Hawaiana, Gruesa, 2 × Queso extra/)
    assert.match(repeated.text, /«Sin cebolla»/)
    assert.match(repeated.text, /Q\s125\.00/)
  })
})

suite('the pages of a product with choices', () => {
  test('its card leads to what is to be chosen, and says that it is sold out when a required group has nothing left', async () => {
    const { store, dough } = await aPizzeria()
    const before = await service.get(`/${store.slug}`)
    assert.match(
      before.text,
      /href="[^"]+\/p\/pizza#pedir" class="add"|class="add" href="[^"]+\/p\/pizza#pedir"/,
    )
    for (const n of [0, 1]) {
      const { json } = await service.get(`/api/v1/modifier-groups/${dough.id}`, store.key)
      await service.put(`/api/v1/modifier-groups/${dough.id}`, {
        key: store.key,
        body: {
          choices: json.data.choices.map((choice: { id: string; isActive: boolean }, at: number) => ({
            id: choice.id,
            isActive: choice.isActive && at !== n,
          })),
        },
      })
    }
    assert.match((await service.get(`/${store.slug}`)).text, /Agotado/)
    assert.match((await service.get(`/${store.slug}/p/pizza`)).text, /<span>Agotado<\/span>/)
  })

  test('the page of ten groups with fifty choices each is at most 14 KB', async () => {
    const store = await aStore(service)
    const groups = await Promise.all(
      Array.from({ length: 10 }, (_, g) =>
        aModifierGroup(service, store, {
          name: `Grupo ${g + 1}`,
          choices: Array.from({ length: 50 }, (_, n) => ({ name: `Sabor ${g * 50 + n}`, price: n / 2 })),
        }),
      ),
    )
    await aProduct(service, store, { slug: 'todo', modifierGroupIds: groups.map(({ id }) => id) })
    const { text } = await service.get(`/${store.slug}/p/todo`)
    const size = brotliCompressSync(text).length
    assert.ok(size <= 14_000, `${size}`)
  })
})
