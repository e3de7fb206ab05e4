import { getStore, readStore } from '../../../features/stores/get.ts'
import { updateStore } from '../../../features/stores/update.ts'
import type { Tool } from '../tool.ts'

export const storeTools: Tool[] = [
  {
    name: 'get_store',
    title: 'Ver la tienda',
    description:
      'Para empezar: nombre, dirección pública (url), moneda de todos los precios, WhatsApp, mensaje de ' +
      'los pedidos, horario, cómo se paga y plan.',
    operation: getStore,
  },
  {
    name: 'update_store',
    title: 'Cambiar los ajustes de la tienda',
    description:
      'Cambia los ajustes de la tienda: envía solo lo que cambia; null borra un dato opcional. closedUntil ' +
      'la cierra por vacaciones; zeroPrice dice si un precio 0 es gratis o se consulta. ' +
      'Cambiar slug cambia la dirección pública; currency no cambia cuando ya ' +
      'hay pedidos.',
    operation: updateStore,
    before: (sql, storeId, _id, service) => readStore(sql, storeId, service),
  },
]
