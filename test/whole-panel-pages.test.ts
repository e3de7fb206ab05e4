import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { languageNames } from '../src/core/texts/language.ts'
import { helpGuides } from '../src/doors/panel/help/help-page.ts'
import { addMember } from '../src/features/team/change.ts'
import { inviteMember } from '../src/features/team/invite.ts'
import { enqueuePing } from '../src/features/webhooks/ping.ts'
import {
  aCategory,
  aDiscount,
  aMethod,
  aModifierGroup,
  anAccount,
  anImport,
  aPlacedOrder,
  aProduct,
  aReview,
  aShippingOption,
  aWebhook,
} from './factories.ts'
import { aGrant } from './grants.ts'
import { markTexts, unmarked } from './marked-texts.ts'
import { aMember, aVisitor } from './panel.ts'
import { startService } from './service.ts'

const service = await startService()
const { sql } = service
markTexts()

/** Each page of the panel that is whole, by its address below the store's; `{order}` is the id of one. */
const pages = [
  '/mas',
  '/mas?q=2',
  '/productos',
  '/productos?elegir=1',
  '/productos/nuevo',
  '/productos/{product}',
  '/productos/precios',
  '/productos/precios/porcentaje?porcentaje=10',
  '/categorias',
  '/categorias/{category}',
  '/extras',
  '/extras/nuevo',
  '/extras/{group}',
  '/extras/{group}?ordenar=1',
  '/extras/{group}?opciones=lista',
  '/descuentos',
  '/descuentos/{discount}',
  '/envios',
  '/envios/{option}',
  '/envios/{option}?zonas=lista',
  '/plan',
  '/equipo',
  '/equipo/{member}',
  '/salir-del-equipo',
  '/tienda',
  '/tienda/mensaje?messageTemplate={{pedido}}',
  '/eliminar-tienda',
  '/compartir',
  '/compartir/cartel',
  '/compartir/mesas',
  '/pagos',
  '/pagos/nuevo',
  '/pagos/{method}',
  '/pagos/por-revisar',
  '/tema',
  '/tema/barro',
  '/reporte',
  '/reporte?periodo=12m',
  '/avisos',
  '/importar',
  '/importar/{imported}',
  '/importar/{imported}/columnas',
  '/exportar',
  '/actividad',
  '/actividad?de=webhooks',
  '/webhooks',
  '/webhooks/nuevo',
  '/webhooks/firmas',
  '/webhooks/{webhook}',
  '/webhooks/entregas/{delivery}',
  '/claves',
  '/claves/nueva',
  '/claves/{key}',
  '/conexiones',
  '/conexiones/meta_pixel',
  '/conexiones/google_analytics',
  '/conexiones/meta_catalog',
  '/conexiones/google_merchant',
  '/conexiones/custom_domain',
  '/conexiones/whatsapp',
  '/whatsapp',
  '/ayuda',
  ...helpGuides.map(({ slug }) => `/ayuda/${slug}`),
]

/** Of pages outside of a store, or that don't exist. */
const otherPages: [path: string, status: number][] = [
  ['/panel/sin-conexion', 200],
  ['/panel/nada', 404],
  ['/panel/tiendas', 200],
  ['/panel/tiendas/nueva', 200],
  ['/panel/tiendas/direccion?slug=ab', 200],
  ['/panel/tiendas/direccion?slug=abc', 200],
  ['/panel/cuenta', 200],
  ['/panel/cuenta/correo', 400],
  ['/panel/cuenta/eliminar', 200],
  ['/panel/cuenta/passkeys', 200],
  ['/panel/cuenta/segundo-paso', 200],
  ['/panel/salir', 200],
]

/** Of pages that are read without a session. */
const publicPages: [path: string, status: number][] = [
  ['/panel/crear-cuenta', 200],
  ['/panel/crear-cuenta/codigo', 400],
  ['/panel/entrar', 200],
  ['/panel/entrar/codigo', 200],
  ['/panel/entrar/passkey', 200],
  ['/panel/entrar/segundo-paso', 400],
  ['/panel/recuperar', 200],
  ['/panel/salir', 200],
]

suite('a page of the panel', () => {
  for (const [path, expected] of publicPages) {
    test(`has none without a session: ${path}`, async () => {
      const { status, text } = await aVisitor(service).get(path)
      assert.equal(status, expected)
      assert.deepEqual(unmarkedIn(text), [])
    })
  }

  for (const page of pages) {
    test(`has no text without its translations: ${page || '/'}`, async () => {
      const { person, base, ids } = await shared
      const path = page.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name])
      const { status, text } = await person.get(encodeURI(base + path))
      assert.equal(status, 200)
      assert.deepEqual(unmarkedIn(text), [])
    })
  }

  for (const [path, expected] of otherPages) {
    test(`has none outside of a store: ${path}`, async () => {
      const { person } = await shared
      const { status, text } = await person.get(path)
      assert.equal(status, expected)
      assert.deepEqual(unmarkedIn(text), [])
    })
  }
})

function unmarkedIn(text: string): string[] {
  assert.match(text, /⟦/)
  return unmarked(text).filter((words) => !names.test(words) && !others.has(words))
}

/** What is called the same in each language: addresses, parts of the test's e-mail addresses, themes, and a provider. */
const names =
  /^(?:localhost:3000\/\S*|@ejemplo\.|test|nueva|[a-z0-9]{24}|Barro|Lino|Tinta|Instagram|UTC|claude\.ai, ;|G-AB12CD34EF)$/
const others = new Set([
  ...Object.values(languageNames),
  ...Intl.supportedValuesOf('timeZone').map((zone) => zone.split('/').at(-1)!.replaceAll('_', ' ')),
])

/** The owner of a store that has what the pages can show. Its words are in an alphabet that none of our texts is in. */
async function aFullPanel() {
  const { store, base, person } = await aMember(service, 'OWNER')
  await sql`
    update stores set name = 'Лавка', address = 'Площадь', payment_instructions = 'Счёт 12345678' where id = ${store.id}`
  await sql`update accounts set name = 'Вера' where id = ${store.ownerId}`
  const sold = await theCatalog(store)
  const items = [{ variantId: sold.variant, quantity: 2 }]
  const placed = { name: 'Анна', address: 'Улица', notes: 'Скорее', items }
  const { id: order } = await aPlacedOrder(service, store, placed)
  await sql`update products set name = 'Блюдо' where store_id = ${store.id} and name = 'Café de altura'`
  const review = await aReview(service, store, sold.product, { name: 'Анна', text: 'Хорошо' })
  const team = await theTeam(store)
  const programs = await thePrograms(store)
  const [{ customer }] = await sql<[{ customer: string }]>`
    select id as customer from customers where store_id = ${store.id}`
  return { store, base, person, ids: { ...sold, order, review, customer, ...team, ...programs } }
}

type Store = { id: string; key: string; ownerId: string }

async function theCatalog(store: Store) {
  const category = await aCategory(service, store, { name: 'Чай' })
  const group = await aModifierGroup(service, store, {
    name: 'Начинка',
    maxChoices: 2,
    choices: [{ name: 'Сыр', price: 5, maxQuantity: 2 }, { name: 'Лук' }],
  })
  const product = await aProduct(service, store, {
    name: 'Кружка',
    description: 'Белая',
    categoryId: category.id,
    modifierGroupIds: [group.id],
    variants: [
      { name: 'Один', price: 10, stock: 9 },
      { name: 'Два', price: 20, stock: 0 },
    ],
  })
  await aProduct(service, store, { name: 'Чайник', comparePrice: 200 })
  await aProduct(service, store, { name: 'Блюдце', isActive: false })
  const option = await aShippingOption(service, store, {
    name: 'Курьер',
    areas: [{ name: 'Центр', price: 30 }, { name: 'Север' }],
  })
  const method = await aMethod(service, store, {
    name: 'Перевод',
    accounts: [{ label: 'Банк', value: '447-1' }],
  })
  const discount = await aDiscount(service, store, { code: '2026', maxUses: 50 })
  const { id: imported } = await anImport(service, store, 'Чай')
  await sql`
    update imports
    set result = replace(replace(replace(result::text, 'Nombre', 'Имя'), 'Precio', 'Цена'), 'Nota', 'Вид')::jsonb
    where id = ${imported}`
  return {
    category: category.id,
    group: group.id,
    product: product.id,
    variant: product.variants[0]!.id,
    option: option.id,
    method: method.id,
    discount: discount.id,
    imported,
  }
}

async function theTeam(store: Store) {
  const { id: accountId } = await anAccount(service)
  await sql`update accounts set name = 'Борис' where id = ${accountId}`
  const { id: member } = await addMember(sql, store.id, accountId, 'STAFF')
  await inviteMember(sql, store.id, { email: 'nueva@ejemplo.test', role: 'STAFF' })
  return { member }
}

async function thePrograms(store: Store) {
  await sql`update api_keys set name = 'Ключ' where store_id = ${store.id}`
  const [{ key }] = await sql<[{ key: string }]>`select id as key from api_keys where store_id = ${store.id}`
  const { id: webhook } = await aWebhook(service, store)
  const delivery = await sql.begin((tx) => enqueuePing(tx, { storeId: store.id, id: webhook }))
  await aGrant(service, { storeId: store.id, accountId: store.ownerId })
  return { key, webhook, delivery }
}

const shared = aFullPanel()
