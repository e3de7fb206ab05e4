import { getStore, readStore } from '../../../features/stores/get.ts'
import { updateStore } from '../../../features/stores/update.ts'
import type { Tool } from '../tool.ts'
import { getStats } from '../../../features/stats/get.ts'
import { getSalesReport } from '../../../features/stats/report.ts'
import { getOnboarding } from '../../../features/onboarding/get.ts'
import { getTeam } from '../../../features/team/list.ts'
import { listConnections } from '../../../features/connections/list.ts'
import { listWebhooks } from '../../../features/webhooks/list.ts'
import { listWebhookLogs } from '../../../features/webhooks/list-logs.ts'

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
      'Envía solo lo que cambia; null borra un dato opcional. closedUntil la cierra por vacaciones; ' +
      'currency no cambia si ya hay pedidos.',
    operation: updateStore,
    before: (sql, storeId, _id, service) => readStore(sql, storeId, service),
  },
]

export const statsTools: Tool[] = [
  {
    name: 'get_stats',
    title: 'Ver el resumen de la tienda',
    description:
      'Pedidos, ingresos, pedido promedio, lo más vendido y conversión, de siempre o entre from y to. ' +
      'Necesita un plan de pago; sin él, get_sales_report.',
    operation: getStats,
  },
  {
    name: 'get_sales_report',
    title: 'Informe de ventas',
    description:
      'Cómo van las ventas en 7, 30 o 90 días, o en hasta 90 con period=custom, from y to. Por moneda, ' +
      'pedidos e ingresos (cuentan los confirmados, enviados y entregados), lo pendiente, cada día ' +
      '(dailyCompleted) y lo más vendido. Los importes son textos decimales; los de monedas distintas no ' +
      'se suman.',
    operation: getSalesReport,
  },
]

export const configurationTools: Tool[] = [
  {
    name: 'get_onboarding',
    title: 'Ver qué falta para vender',
    description: 'Qué pasos de la puesta en marcha están hechos, cuál sigue y qué pide cada uno.',
    operation: getOnboarding,
  },
  {
    name: 'get_team',
    title: 'Ver el equipo',
    description:
      'Cuántas personas llevan la tienda, con qué rol, qué permite cada rol y qué invitaciones esperan. ' +
      'Sin correos ni enlaces.',
    operation: getTeam,
  },
  {
    name: 'list_connections',
    title: 'Ver las conexiones',
    description:
      'Qué servicios están conectados (WhatsApp, píxel de Meta, Google Analytics, catálogos, dominio) y ' +
      'en qué estado. Es lo guardado: no les pregunta.',
    operation: listConnections,
  },
  {
    name: 'list_webhooks',
    title: 'Ver los webhooks',
    description:
      'Qué avisos salen hacia otros sistemas, si están activos y sus id. Sin la dirección ni el secreto.',
    operation: listWebhooks,
  },
  {
    name: 'list_webhook_logs',
    title: 'Ver las entregas de un webhook',
    description:
      'Si los avisos de un webhook llegan: código HTTP, intentos y duración de cada entrega, lo más nuevo ' +
      'primero.',
    operation: listWebhookLogs,
    id: 'El id que da list_webhooks',
  },
]
