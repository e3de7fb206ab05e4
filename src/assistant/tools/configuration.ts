import type { Tool } from '../tool.ts'

/** What the store has saved of its settings, to be read. */
export const configurationTools: Tool[] = [
  {
    name: 'get_onboarding',
    title: 'Ver qué falta para vender',
    description:
      'Úsala para saber qué pasos de la puesta en marcha están hechos y cuál sigue, por ejemplo al ' +
      'montar una tienda nueva. Devuelve los pasos con su consecuencia y la acción que piden.',
    method: 'GET',
    address: '/store/onboarding',
  },
  {
    name: 'get_team',
    title: 'Ver el equipo',
    description:
      'Úsala para saber cuántas personas llevan la tienda, con qué rol y qué permite cada rol. Nunca ' +
      'devuelve correos ni enlaces de invitación. Devuelve miembros e invitaciones pendientes, ' +
      'paginados.',
    method: 'GET',
    address: '/store/team',
  },
  {
    name: 'list_connections',
    title: 'Ver las conexiones',
    description:
      'Úsala para saber qué servicios están conectados (WhatsApp, píxel de Meta, Google Analytics, ' +
      'catálogos, dominio) y en qué estado. Es lo guardado: no consulta a esos servicios. Devuelve cada ' +
      'conexión con su estado.',
    method: 'GET',
    address: '/store/connections',
  },
  {
    name: 'list_webhooks',
    title: 'Ver los webhooks',
    description:
      'Úsala para saber qué avisos salen hacia otros sistemas, si están activos y sus id. Nunca ' +
      'devuelve la dirección ni el secreto. Devuelve una página (data, total, limit, offset).',
    method: 'GET',
    address: '/store/webhooks',
  },
  {
    name: 'list_webhook_logs',
    title: 'Ver las entregas de un webhook',
    description:
      'Úsala para averiguar si los avisos de un webhook llegan: código HTTP, intentos y duración de ' +
      'cada entrega. Devuelve una página (data, total, limit, offset), lo más nuevo primero.',
    method: 'GET',
    address: '/store/webhooks/:id/logs',
    id: 'Identificador del webhook: el id que devuelve list_webhooks',
  },
]
