import { getOnboarding } from '../../../features/onboarding/get.ts'
import { getTeam } from '../../../features/team/list.ts'
import { listConnections } from '../../../features/connections/list.ts'
import { listWebhooks } from '../../../features/webhooks/list.ts'
import { listWebhookLogs } from '../../../features/webhooks/list-logs.ts'
import type { Tool } from '../tool.ts'

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
