import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  aCategory,
  aMethod,
  aModifierGroup,
  aProduct,
  aReview,
  aShippingOption,
  aStore,
} from './factories.ts'
import { languageNames } from '../src/core/texts/language.ts'
import { markTexts, unmarked } from './marked-texts.ts'
import { startService } from './service.ts'

const service = await startService()
markTexts()

const { sql } = service

/** A store with a name in an alphabet that none of our texts is in. */
async function anEmptyShop() {
  const store = await aStore(service)
  await sql`update stores set name = 'Лавка' where id = ${store.id}`
  return store
}

/** A shop that has what its pages can show. */
async function aShop() {
  const store = await anEmptyShop()
  const category = await aCategory(service, store, { name: 'Чай', slug: 'category' })
  const group = await aModifierGroup(service, store, {
    name: 'Начинка',
    choices: [{ name: 'Сыр', price: 5 }],
  })
  const mug = await aProduct(service, store, { name: 'Кружка', slug: 'mug', description: 'Белая' })
  await aProduct(service, store, { name: 'Чайник', categoryId: category.id, comparePrice: 200 })
  await aProduct(service, store, {
    name: 'Рубашка',
    slug: 'shirt',
    variants: [
      { name: 'Один', price: 10, stock: 1 },
      { name: 'Два', price: 20, stock: 0 },
    ],
  })
  await aProduct(service, store, { name: 'Пирог', slug: 'cake', modifierGroupIds: [group.id] })
  await aShippingOption(service, store, { name: 'Курьер', price: 25 })
  await aShippingOption(service, store, { name: 'Самовывоз', price: 0, kind: 'pickup' })
  await aMethod(service, store, { name: 'Карта' })
  await aReview(service, store, mug.id, { name: 'Анна', text: 'Хорошо' })
  await sql`update reviews set status = 'approved' where store_id = ${store.id}`
  return store
}

/** Each page of a shop, by its address below the shop's. */
const pages = [
  '',
  '?orden=nombre',
  '?categoria=category',
  '?q=Кружка',
  '?q=Самолёт',
  '?desde=1&hasta=500',
  '?hasta=500',
  '?oferta=1&hay=1',
  '/p/mug',
  '/p/shirt',
  '/p/cake',
  '/carrito',
  '/sin-conexion',
]

suite('a page for shoppers', () => {
  for (const page of pages) {
    test(`has no text without its translations: ${page || '/'}`, async () => {
      const store = await shared
      assert.deepEqual(await unmarkedIn(`/${store.slug}${page}`), [])
    })
  }

  test('has none for a cart of which something changed', async () => {
    const { id, slug } = await shared
    const variants = await sql<{ id: string }[]>`select id from variants where store_id = ${id}`
    const lines = [...variants.map((one) => one.id), 'unknown'].map((variant) => `v=${variant}*1&n=3`)
    assert.deepEqual(await unmarkedIn(`/${slug}/carrito?${lines.join('&')}`), [])
  })

  test('has none where there is nothing to show', async () => {
    const { slug } = await shared
    for (const path of [`/${slug}/p/unknown`, `/${slug}/pedido/unknown`, '/unknown'])
      assert.deepEqual(await unmarkedIn(path, 404), [])
  })

  test('has none while the shop is closed', async () => {
    const store = await aShop()
    await sql`
      update stores
      set closed_until = now() + interval '1 day', orders_while_closed = false, address = 'Улица',
        hours = '{"mon": [["09:00", "18:00"]], "tue": [["09:00", "18:00"]]}'
      where id = ${store.id}`
    assert.deepEqual(await unmarkedIn(`/${store.slug}`), [])
    await sql`update stores set closed_message = 'Отпуск' where id = ${store.id}`
    assert.deepEqual(await unmarkedIn(`/${store.slug}?q=Кружка`), [])
  })

  test('has none while there are no products', async () => {
    const store = await anEmptyShop()
    assert.deepEqual(await unmarkedIn(`/${store.slug}`), [])
  })

  for (const theme of ['barro', 'lino', 'tinta']) {
    test(`has none in the theme ${theme}`, async () => {
      const store = await aShop()
      await sql`
        insert into themes (store_id, id, is_active, published) values (${store.id}, ${theme}, true, '{}')
        on conflict (store_id, id) do update set is_active = true`
      assert.deepEqual(await unmarkedIn(`/${store.slug}`), [])
    })
  }
})

suite('a page of the service', () => {
  for (const path of ['/', '/terminos', '/privacidad']) {
    test(`has no text without its translations: ${path}`, async () => {
      const names = new Set(['Vitrina', 'Pro', ...Object.values(languageNames)])
      assert.deepEqual(
        (await unmarkedIn(path)).filter((line) => !names.has(line)),
        [],
      )
    })
  }
})

const shared = aShop()

async function unmarkedIn(path: string, expected = 200): Promise<string[]> {
  const { status, text } = await service.get(encodeURI(path))
  assert.equal(status, expected)
  assert.match(text, /⟦/)
  return unmarked(text)
}
