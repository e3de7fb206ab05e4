import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'
import { knownErrors } from './errors.ts'
import { plain, type Components } from '../../core/http/json-schema.ts'
import { webhookEvents } from './events.ts'
import { headers, parameters } from './headers.ts'
import { operationOf } from './operation.ts'
import { errorResponse } from './operation-errors.ts'
import { sendDocument } from './send.ts'
import { tags } from './tags.ts'

const Openapi = Type.Object(
  { openapi: Type.String({ examples: ['3.1.0'] }) },
  { additionalProperties: true, description: 'Documento OpenAPI 3.1' },
)

export function getOpenapiRoute(app: App) {
  app.get('/v1/openapi.json', {
    schema: {
      operationId: 'getOpenapi',
      summary: 'Leer este documento',
      description: 'La descripción de toda la API en OpenAPI 3.1. No necesita clave.',
      response: { 200: Openapi },
    },
    handler: (request, reply) =>
      sendDocument(request, reply, 'application/json; charset=utf-8', () => JSON.stringify(openapiOf(app))),
  })
}

const description = `API de Vitrina: catálogos de productos con pedidos por WhatsApp.

Las direcciones con clave están bajo \`/api/v1\`; las de quien compra, sin clave, bajo \`/api\`. Los cuerpos son JSON.
Una respuesta con un recurso es \`{ data }\`; una lista, \`{ data, total, limit, offset }\`; un error,
\`{ error, code, details }\`. Un campo nuevo en una respuesta no cambia la versión: ignora los que no conozcas.
Un método que una dirección no tiene da 405 \`METHOD_NOT_ALLOWED\`, y una dirección que no existe 404 \`NOT_FOUND\`.`

/** The whole API as OpenAPI 3.1, from the schemas of its routes. Call it after all routes are registered. */
export function openapiOf({ knownRoutes }: Pick<App, 'knownRoutes'>) {
  const components: Components = { schemas: {}, responses: {} }
  const used = new Set<string>()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of documented(knownRoutes)) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    const operation = operationOf(route, components)
    paths[path] = { ...paths[path], [String(route.method).toLowerCase()]: operation }
    used.add(operation.tags[0]!)
  }
  const webhooks = webhookEvents(components)
  for (const { schema } of knownErrors) plain(schema, components)
  for (const error of knownErrors.filter(({ status }) => anywhere.has(status))) {
    errorResponse(error.status, [error], components)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vitrina', version: '1.0.0', summary: 'Catálogos con pedidos por WhatsApp', description },
    servers: [{ url: '/', description: 'Este servicio' }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    webhooks,
    components: {
      securitySchemes: { apiKey },
      parameters,
      headers,
      schemas: sorted(components.schemas),
      responses: sorted(components.responses),
    },
  }
}

const anywhere = new Set([405, 431])

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'vit_…',
  description:
    'Clave de API del panel, en la cabecera `Authorization: Bearer <API_KEY>`. Sus permisos dicen qué puede.',
}

function documented(knownRoutes: Map<string, RouteOptions[]>): RouteOptions[] {
  return [...knownRoutes.values()]
    .flat()
    .filter(({ method, url }) => typeof method === 'string' && url.startsWith('/api/'))
}

const sorted = <T>(parts: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
