import { createCategory } from '../categories/create.ts'
import type { Tx } from '../core/database/db.ts'
import { newId } from '../core/values/id.ts'
import { createDiscount } from '../discounts/create.ts'
import { createProduct } from '../products/create.ts'
import { createShippingOption } from '../shipping/create.ts'
import { createStore } from '../stores/create.ts'
import { updateStore } from '../stores/update.ts'
import { catalog } from './catalog.ts'
import type { OnSale } from './orders.ts'
import { demoPictureUrl } from './picture.ts'
import { categories, coffeeOptions, type DemoCategory } from './product.ts'
import { demoSettings, discounts, OWNER_EMAIL, shippingOptions, demoStore } from './demo-store.ts'

/** The demo's store with everything that its owner sets up, through the operations of each feature. */
export async function openDemoStore(tx: Tx, publicUrl: string) {
  const accountId = await anOwner(tx)
  const { name, slug, currency, whatsappNumber } = demoStore
  const input = { ownerId: accountId, name, slug, currency, whatsappNumber, plan: 'pro' as const }
  const { id } = await createStore(tx, input)
  await updateStore(tx, id, demoSettings)

  for (const option of shippingOptions) await createShippingOption(tx, id, option)
  for (const discount of discounts) await createDiscount(tx, id, discount)
  return { storeId: id, accountId, catalog: await fillCatalog(tx, id, publicUrl) }
}

/** Nobody signs in with a password that has no hash: a start gives the owner one (owner.ts). */
async function anOwner(tx: Tx): Promise<string> {
  const [{ id }] = await tx<[{ id: string }]>`
    insert into accounts (id, email, name, password_hash)
    values (${newId()}, ${OWNER_EMAIL}, 'Marta Ixcot', '')
    on conflict (email) do update set name = excluded.name
    returning id`
  return id
}

async function fillCatalog(tx: Tx, storeId: string, publicUrl: string): Promise<OnSale[]> {
  const ids = {} as Record<DemoCategory, string>
  for (const [key, name] of Object.entries(categories) as [DemoCategory, string][]) {
    ids[key] = (await createCategory(tx, storeId, { name })).id
  }
  const products: OnSale[] = []
  for (const { category, popularity, picture: _drawn, ...input } of catalog) {
    const { id, variants } = await createProduct(tx, storeId, {
      ...input,
      options: input.variants[0]?.optionValues ? coffeeOptions : [],
      categoryId: ids[category],
    })
    await showDrawing(tx, storeId, id, demoPictureUrl(publicUrl, input.slug))
    const { slug, name, price } = input
    products.push({ id, slug, name, price, popularity, variants })
  }
  return products
}

/** Our own drawing, which on a service of plain http is not at an address that the API takes. */
async function showDrawing(tx: Tx, storeId: string, id: string, url: string) {
  await tx`
    update products
    set image_url = ${url}, images = ${tx.json([{ url, alt: null }])}
    where store_id = ${storeId} and id = ${id}`
}
