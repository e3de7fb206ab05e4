import type { OwnerCommand } from '../../features/whatsapp/owner-commands.ts'
import type { Command } from './choose-product.ts'
import type { Reply } from './conversation.ts'
import { help } from './help.ts'
import { inStock, setPrice, soldOut, tellStock } from './product-commands.ts'
import { openOrders, ordersToConfirm, report, today } from './read-commands.ts'
import { closeUntil, open, pause } from './store-commands.ts'

export const replies: Record<OwnerCommand, (command: Command) => Reply | Promise<Reply>> = {
  hoy: today,
  pedidos: openOrders,
  confirmar: ordersToConfirm,
  reporte: report,
  pausa: pause,
  'cerrado hasta': closeUntil,
  abierto: open,
  agotado: soldOut,
  stock: tellStock,
  hay: inStock,
  precio: setPrice,
  ayuda: help,
}
