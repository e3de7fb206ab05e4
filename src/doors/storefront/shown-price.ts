import type { Sql } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'
import { wordingIn } from '../../core/texts/text.ts'
import { listedColumns, onSale, type ListedProduct } from '../../features/catalog/catalog.ts'
import { shownPriceText } from './parts/price.ts'

type Pricing = { currency: string; zeroPrice: 'free' | 'ask'; language: Language }

export async function shownPriceOf(sql: Sql, storeId: string, productId: string): Promise<string | null> {
  const [[store], [product]] = await Promise.all([
    sql<Pricing[]>`select currency, zero_price, language from stores where id = ${storeId}`,
    sql<ListedProduct[]>`
      select ${listedColumns(sql, storeId)}
      from products
      where ${onSale(sql, storeId)} and products.id = ${productId}`,
  ])
  return store && product ? wordingIn(shownPriceText(store, product), store.language) : null
}
