import type { Sql } from '../core/database/db.ts'
import { formatAmount } from '../core/values/money.ts'
import { storeButton } from '../whatsapp/buttons.ts'
import type { Command } from './choose-product.ts'
import { tell, type Reply } from './conversation.ts'

type Row = { words: string; rest?: string; says: string }

/** The commands with one of her own products in the examples; of an owner of several stores, which one it is about. */
export async function help(command: Omit<Command, 'choice' | 'rest'>, rows: readonly Row[]): Promise<Reply> {
  const { tx, store, stores, textOf } = command
  const lines = (await examples(tx, store, rows)).map(({ text, says }) => `*${text}*: ${says}`)
  const text = [`Puedes escribirme esto sobre *${store.name}*:`, '', ...lines].join('\n')
  if (stores.length === 1) return tell({ text })
  const others = stores.map(({ id, name: title }) => ({ id: storeButton(Number(textOf), id), title }))
  return tell({ text, list: { label: 'Cambiar de tienda', rows: others } })
}

/** Each command as it can be written, with the store's newest product. */
export async function examples(sql: Sql, store: { id: string; currency: string }, rows: readonly Row[]) {
  const [product] = await sql<{ name: string; price: number }[]>`
    select name, price
    from products
    where store_id = ${store.id} and deleted_at is null and is_active
    order by created_at desc, id desc
    limit 1`
  const { name = 'NOMBRE', price = 100 } = product ?? {}
  const values: Record<string, string> = { NOMBRE: shorten(name), N: formatAmount(price, store.currency) }
  return rows.map(({ words, rest = '', says }) => {
    const example = rest.replaceAll(/\b(?:NOMBRE|N)\b/g, (word) => values[word]!)
    return { text: `${words} ${example}`.trim(), says }
  })
}

/** The words of a name that fit in 40 characters. */
function shorten(name: string): string {
  const start = name.slice(0, 40)
  const end = start.lastIndexOf(' ')
  return name.length > 40 && end > 0 ? start.slice(0, end) : start
}
