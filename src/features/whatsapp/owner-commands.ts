import type { Caller } from '../../core/auth/caller.ts'
import type { Sql } from '../../core/database/db.ts'
import { formatAmount } from '../../core/values/money.ts'

/** Everything that an owner can write: what the message begins with, without case and accents, what follows, and what it does. */
export const ownerCommands = [
  { words: 'hoy', rest: '', says: 'cómo va el día' },
  { words: 'pedidos', rest: '', says: 'los que esperan' },
  { words: 'confirmar', rest: '', says: 'elegir un pedido y confirmarlo; o con su número: confirmar PED-…' },
  { words: 'reporte', rest: '', says: 'las ventas de 7 días', needs: 'stats:read' },
  { words: 'pausa', rest: '2h', says: 'cerrar un rato', needs: 'store:write' },
  { words: 'cerrado hasta', rest: 'mañana 9', says: 'cerrar hasta entonces', needs: 'store:write' },
  { words: 'abierto', rest: '', says: 'volver a abrir', needs: 'store:write' },
  { words: 'agotado', rest: 'NOMBRE', says: 'sin stock' },
  { words: 'stock', rest: 'NOMBRE', says: 'cuántos quedan' },
  { words: 'hay', rest: 'NOMBRE 12', says: 'quedan 12; sin el número, sin llevar la cuenta' },
  { words: 'precio', rest: 'NOMBRE N', says: 'cambiar el precio' },
  { words: 'ayuda', rest: '', says: 'esta lista' },
] as const

type Command = (typeof ownerCommands)[number]
export type OwnerCommand = Command['words']

export const commandsFor = ({ key: { scopes } }: Caller): Command[] =>
  ownerCommands.filter((command) => !('needs' in command) || scopes.includes(command.needs))

/** Each command as it can be written, with the store's newest product. */
export async function commandExamples(
  sql: Sql,
  store: { id: string; currency: string },
  commands: readonly Command[],
) {
  const [product] = await sql<{ name: string; price: number }[]>`
    select name, price
    from products
    where store_id = ${store.id} and deleted_at is null and is_active
    order by created_at desc, id desc
    limit 1`
  const { name = 'NOMBRE', price = 100 } = product ?? {}
  const values: Record<string, string> = { NOMBRE: shorten(name), N: formatAmount(price, store.currency) }
  return commands.map(({ words, rest, says }) => {
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
