import { categories } from '../categories/category.ts'
import type { Tx } from '../../core/database/db.ts'
import { currencyDigits } from '../../core/values/currency.ts'
import { discounts } from '../discounts/discount.ts'
import { type ModifierGroup, modifierGroups } from '../modifier-groups/modifier-group.ts'
import { validatedNewRow } from '../products/create.ts'
import type { NewRow } from '../products/write.ts'
import { addProducts } from '../products/write-many.ts'
import { paymentMethods } from '../payments/payment-method.ts'
import { shippingOptions } from '../shipping/shipping-option.ts'
import { addStore } from '../stores/create.ts'
import { changeStore } from '../stores/update.ts'
import type { OnSale } from './orders.ts'
import { demoPicturesUrl } from './picture.ts'
import type { DemoShop } from './shops.ts'

export async function openDemoStore(tx: Tx, shop: DemoShop, ownerId: string, publicUrl: string) {
  const { id } = await addStore(tx, { ...shop.store, ownerId, plan: 'pro' as const })
  await changeStore(tx, id, shop.settings)
  if (shop.theme) await dress(tx, id, shop.theme)
  for (const option of shop.shippingOptions) await shippingOptions.add(tx, id, option)
  for (const method of shop.paymentMethods) await paymentMethods.add(tx, id, method)
  for (const discount of shop.discounts) await discounts.add(tx, id, discount)
  return { storeId: id, catalog: await fillCatalog(tx, id, shop, publicUrl) }
}

async function dress(tx: Tx, storeId: string, { id, settings }: NonNullable<DemoShop['theme']>) {
  await tx`
    insert into themes (store_id, id, is_active, published)
    values (${storeId}, ${id}, true, ${tx.json(settings)})`
}

async function fillCatalog(tx: Tx, storeId: string, shop: DemoShop, publicUrl: string): Promise<OnSale[]> {
  const ids: Record<string, string> = {}
  for (const [key, category] of Object.entries(shop.categories)) {
    const fields = typeof category === 'string' ? { name: category } : category
    ids[key] = (await categories.add(tx, storeId, fields)).id
  }
  const groups = await addGroups(tx, storeId, shop)
  const digits = currencyDigits(shop.store.currency)!
  const pictureUrl = (file: string) => demoPicturesUrl(publicUrl) + file
  const rows: NewRow[] = []
  for (const {
    category,
    popularity: _sold,
    pictures,
    variants = [],
    modifierGroups = [],
    ...input
  } of shop.products) {
    const body = {
      ...input,
      categoryId: ids[category]!,
      modifierGroupIds: modifierGroups.map((key) => groups.get(key)!.id),
      variants: variants.map(({ picture: _shown, ...variant }) => variant),
    }
    const row = await validatedNewRow(tx, storeId, body, digits)
    // A service on plain http has addresses that the API would reject.
    const images = pictures.map((file) => ({ url: pictureUrl(file), alt: null }))
    const shown = row.variants.map((variant, n) => {
      const file = variants[n]?.picture
      return { ...variant, imageUrl: file ? pictureUrl(file) : null }
    })
    rows.push({ ...row, imageUrl: images[0]!.url, images, variants: shown })
  }
  await addProducts(tx, storeId, rows)
  return rows.map((row, n) => toOnSale(row, shop.products[n]!.popularity, [...groups.values()]))
}

const toOnSale = (row: NewRow, popularity: number, groups: ModifierGroup[]): OnSale => {
  const { id, slug, name, price, quantityPrices, minQuantity, variants, modifierGroupIds } = row
  return {
    id,
    slug,
    name,
    price,
    popularity,
    minQuantity,
    groups: groups.filter((group) => modifierGroupIds.includes(group.id)),
    variants: variants.map(({ price: own, quantityPrices: ownPrices, ...variant }) => ({
      ...variant,
      price: own ?? price,
      quantityPrices: (own === null ? quantityPrices : ownPrices) ?? [],
    })),
  }
}

async function addGroups(tx: Tx, storeId: string, { modifierGroups: groups = {} }: DemoShop) {
  const added = new Map<string, ModifierGroup>()
  for (const [key, group] of Object.entries(groups))
    added.set(key, await modifierGroups.add(tx, storeId, group))
  return added
}
