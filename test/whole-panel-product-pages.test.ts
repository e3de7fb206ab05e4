import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aCategory, aDiscount, aModifierGroup, aProduct, aShippingOption } from './factories.ts'
import { markTexts, unmarked } from './marked-texts.ts'
import { aMember } from './panel.ts'
import { startService } from './service.ts'

const service = await startService()
markTexts()

/** A store whose words are in an alphabet that none of our texts is in. */
async function aShop() {
  const { store, base, person } = await aMember(service, 'OWNER')
  await service.sql`update stores set name = 'Лавка' where id = ${store.id}`
  const category = await aCategory(service, store, { name: 'Чай' })
  const group = await aModifierGroup(service, store, {
    name: 'Начинка',
    minChoices: 1,
    choices: [
      { name: 'Сыр', price: 5 },
      { name: 'Лук', isActive: false },
    ],
  })
  const product = await aProduct(service, store, {
    name: 'Кружка',
    sku: '1-1',
    comparePrice: 300,
    modifierGroupIds: [group.id],
    variants: [
      { name: 'Один', price: 110, stock: 9, quantityPrices: [{ from: 10, price: 109 }] },
      { name: 'Два', stock: 0 },
    ],
  })
  const plain = await aProduct(service, store, { name: 'Чайник', comparePrice: 101 })
  const option = await aShippingOption(service, store, { name: 'Курьер', areas: [{ name: 'Центр' }] })
  const discount = await aDiscount(service, store, { code: '2026', maxUses: 1, minOrderTotal: 10 })
  return {
    store,
    base,
    person,
    ids: {
      category: category.id,
      group: group.id,
      choice: group.choices[0]!.id,
      product: product.id,
      variant: product.variants[0]!.id,
      plain: plain.id,
      option: option.id,
      discount: discount.id,
    },
  }
}

type Ids = Awaited<ReturnType<typeof aShop>>['ids']

const withIds = (text: string, ids: Ids) => text.replaceAll(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name])

function assertWhole({ status, text }: { status: number; text: string }, expected: number, says: RegExp) {
  assert.equal(status, expected, text)
  assert.match(text, says)
  assert.deepEqual(unmarked(text), [])
}

const shared = aShop()

suite('a page of the products has no text without its translations', () => {
  const pages: [path: string, says: RegExp][] = [
    ['/productos?q=%D0%BD%D0%B5%D1%82', /Ningún producto es así/],
    ['/productos/papelera', /La papelera está vacía/],
    ['/productos/precios?estado=ocultos', /Aquí no hay productos/],
    ['/productos/precios/porcentaje?estado=visibles&q=%D1%87%D0%B0%D0%B9&porcentaje=10', /con «чай»/],
    ['/productos/precios/porcentaje?porcentaje=0.01', /No cambia ninguno/],
  ]
  for (const [path, says] of pages) {
    test(path, async () => {
      const { person, base } = await shared
      assertWhole(await person.get(base + path), 200, says)
    })
  }

  test('of a shop that has nothing yet', async () => {
    const { person, base } = await aMember(service, 'OWNER')
    await service.sql`update stores set name = 'Пусто' where slug = ${base.split('/').at(-1)!}`
    for (const [path, says] of [
      ['/productos', /Todavía no hay productos/],
      ['/productos/nuevo', /Categoría nueva \(opcional\)/],
      ['/categorias', /Todavía no hay categorías/],
      ['/extras', /Todavía no hay extras/],
      ['/descuentos', /Todavía no hay descuentos/],
      ['/envios', /Todavía no hay formas de entrega/],
    ] as const)
      assertWhole(await person.get(base + path), 200, says)
  })
})

suite('an error of the forms of products has its translations', () => {
  const variant = { 'variants.0.id': '{variant}', 'variants.0.name': 'Один' }
  const wrong: [path: string, fields: Record<string, string | string[]>, says: RegExp][] = [
    ['/productos/nuevo', { name: '', price: '' }, /No puede estar vacío|obligatorio/],
    ['/productos/nuevo', { name: 'Я', price: 'много' }, /un número/],
    ['/productos/nuevo', { name: 'Я', price: '10', comparePrice: '5' }, /debe ser mayor que el precio/],
    ['/productos/nuevo', { name: 'Я', price: '10', gtin: '12345678' }, /No es un código de barras/],
    ['/productos/nuevo', { name: 'Я', price: '10', sku: '1-1' }, /ya lo tiene otro producto/],
    ['/productos/nuevo', { name: 'Я', price: '10', 'images.0.url': 'http://a.test' }, /Debe empezar con/],
    ['/productos/nuevo', { name: 'Я', price: '10', newCategory: 'Я'.repeat(90) }, /como máximo/],
    ['/productos/nuevo', { name: 'Я', price: '10', 'modifierGroupIds.0': '{group}', 'modifierGroupIds.1': '{group}' }, /dos veces/],
    ['/productos/nuevo', { name: 'Я', price: '10', 'quantityPrices.0.from': '5', 'quantityPrices.0.price': '11' }, /Cada precio debe ser menor/],
    ['/productos/nuevo', { name: 'Я', price: '10', 'options.0.name': 'Я', 'options.0.values': 'Б, б' }, /está dos veces/],
    ['/productos/nuevo', { name: 'Я', price: '10', 'options.0.name': 'Я', 'options.0.values': 'Б'.repeat(90) }, /es muy largo/],
    ['/productos/{product}', { ...variant, 'variants.0.price': '105' }, /mayor que los precios por cantidad/],
    ['/productos/{product}', { ...variant, 'variants.0.stock': '5', 'variants.0.shownStock': '8' }, /ahora hay 9/],
    ['/productos/varios', { action: 'hide' }, /Elige al menos un producto/],
    ['/productos/precios', { 'products.0.id': '{plain}', 'products.0.price': '200', 'products.0.shownPrice': '100', 'products.0.comparePrice': '101', 'products.0.shownComparePrice': '101' }, /No se guardó nada todavía/],
    ['/productos/precios', { 'products.0.id': '{plain}', 'products.0.price': '200', 'products.0.shownPrice': '90' }, /ahora dice/],
    ['/productos/precios/porcentaje', { percent: '0', rounding: '' }, /distinto de 0/],
    ['/categorias', { name: '' }, /No puede estar vacío|obligatorio/],
    ['/extras/nuevo', { name: 'Я', minChoices: '3', maxChoices: '1', 'choices.0.name': 'Б' }, /menor que el mínimo/],
    ['/extras/{group}', { name: 'Я', minChoices: '9', 'choices.0.id': '{choice}', 'choices.0.name': 'Сыр' }, /como máximo/],
    ['/descuentos', { code: '2026', type: 'fixed', value: '5' }, /Ya existe/],
    ['/descuentos', { code: '2027', type: 'percentage', value: '101' }, /100 o menos/],
    ['/descuentos', { code: '2027', type: 'fixed', value: '5', startsAt: '2030-01-02T10:00', expiresAt: '2030-01-01T10:00' }, /posterior/],
    ['/envios', { name: 'Я', price: '-5' }, /0 o más/],
    ['/envios/{option}', { areas: ';1\nЮг;много\nСевер;-1\nЮг\nЗапад;1;2;3\nВосток;1;2\nЯ' }, /Línea 1[^]*falta el nombre[^]*más de tres partes[^]*Y 1 más/],
  ] // prettier-ignore
  for (const [path, fields, says] of wrong) {
    test(`${path}: ${says.source}`, async () => {
      const { person, base, ids } = await shared
      const sent = Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        withIds(String(value), ids),
      ])
      const answer = await person.post(base + withIds(path, ids), sent)
      assert.ok(answer.status >= 400, answer.text)
      assertWhole(answer, answer.status, says)
    })
  }

  test('of a photo that is none', async () => {
    const { person, base } = await shared
    const file = new File(['нет'], 'нет', { type: 'image/png' })
    const answer = await person.postPhotos(`${base}/productos/nuevo`, { name: 'Я', price: '10' }, [file])
    assertWhole(answer, answer.status, /está dañada/)
  })
})

suite('what the forms of products say has its translations', () => {
  const done: [path: string, fields: Record<string, string | string[]>, says: RegExp][] = [
    ['/productos/nuevo', { name: 'Я', price: '10', isActive: 'true' }, /ya se vende en tu tienda/],
    ['/productos/nuevo', { name: 'Я', price: '10', isActive: 'false', _another: '1' }, /sin mostrarlo todavía/],
    ['/productos/{plain}', { name: 'Чайник', 'options.0.name': 'Я', 'options.0.values': 'Б, В', 'default.stock': '', 'default.shownStock': '' }, /Guardado/],
    ['/productos/{product}/visible', { isActive: 'false' }, /Ocultaste/],
    ['/productos/varios', { action: 'show', ids: ['{product}', '{plain}'] }, /se ven en la tienda/],
    ['/productos/varios', { action: 'category', categoryId: '{category}', ids: '{plain}' }, /cambiaron de categoría/],
    ['/productos/precios', {}, /No había cambios/],
    ['/productos/precios', { 'products.0.id': '{plain}', 'products.0.price': '50', 'products.0.shownPrice': '100', 'products.0.comparePrice': '101', 'products.0.shownComparePrice': '101' }, /1 producto guardado/],
    ['/productos/{product}/duplicar', {}, /Esta es la copia/],
    ['/productos/{product}/eliminar', {}, /está en la papelera/],
    ['/productos/{product}/restaurar', {}, /está otra vez/],
    ['/categorias', { name: 'Кофе' }, /Creaste la categoría/],
    ['/extras/nuevo', { name: 'Соус', 'choices.0.name': 'Чили' }, /Ahora elígelo/],
    ['/extras/{group}/opciones/{choice}/activa', { isActive: 'false' }, /ya no se puede pedir/],
    ['/extras/{group}/duplicar', {}, /Todavía no está en ningún producto/],
    ['/extras/{group}/eliminar', {}, /Eliminaste el grupo/],
    ['/descuentos', { code: '2028', type: 'fixed', value: '5' }, /Creaste el código/],
    ['/descuentos/{discount}/activo', { isActive: 'false' }, /Pausaste/],
    ['/envios', { name: 'Почта', price: '5' }, /Agregaste/],
    ['/envios/{option}/eliminar', {}, /Eliminaste la opción/],
  ] // prettier-ignore
  test('in its order', async () => {
    const { person, base, ids } = await aShop()
    for (const [path, fields, says] of done) {
      const sent = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, withIds(one, ids)]),
      )
      const answer = await person.post(base + withIds(path, ids), sent)
      assert.equal(answer.status, 303, answer.text)
      assertWhole(await person.follow(answer), 200, says)
    }
  })
})
