import type { Command } from './choose-product.ts'
import type { Reply } from './conversation.ts'
import { inStock, setPrice, soldOut } from './product-commands.ts'
import { openOrders, today } from './read-commands.ts'
import { closeUntil, open, pause } from './store-commands.ts'
import { help } from './help.ts'

type Row = {
  /** What the message begins with, without case and accents. */
  words: string
  /** What follows: nothing, or as the help shows it. */
  rest?: string
  says: string
  reply: (command: Command) => Reply | Promise<Reply>
}

/** Everything that an owner can write. Nothing else is understood. */
export const commands: readonly Row[] = [
  { words: 'hoy', says: 'cómo va el día', reply: today },
  { words: 'pedidos', says: 'los que esperan', reply: openOrders },
  { words: 'pausa', rest: '2h', says: 'cerrar un rato', reply: pause },
  { words: 'cerrado hasta', rest: 'mañana 9', says: 'cerrar hasta entonces', reply: closeUntil },
  { words: 'abierto', says: 'volver a abrir', reply: open },
  { words: 'agotado', rest: 'NOMBRE', says: 'ya no queda', reply: soldOut },
  { words: 'hay', rest: 'NOMBRE 12', says: 'quedan 12; sin el número, deja de contar', reply: inStock },
  { words: 'precio', rest: 'NOMBRE N', says: 'cambiar el precio', reply: setPrice },
  { words: 'ayuda', says: 'esta lista', reply: (command) => help(command, commands) },
]
