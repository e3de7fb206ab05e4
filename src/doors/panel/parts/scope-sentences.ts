import type { StoreScope } from '../../../core/auth/scopes.ts'

const sentences: Record<StoreScope, string> = {
  'store:read': 'Ver los datos de la tienda',
  'products:read': 'Ver los productos',
  'categories:read': 'Ver las categorías',
  'orders:read': 'Ver los pedidos, con nombre, teléfono y dirección',
  'customers:read': 'Ver los clientes y lo que pidieron',
  'discounts:read': 'Ver los descuentos',
  'shipping:read': 'Ver los envíos',
  'reviews:read': 'Ver las opiniones',
  'stats:read': 'Ver las ventas y el reporte',
  'team:read': 'Ver cuántas personas hay en el equipo, sin sus correos',
  'connections:read': 'Ver el estado de las conexiones',
  'webhooks:read': 'Ver los webhooks y sus entregas',
  'themes:read': 'Ver el diseño',
  'store:write': 'Cambiar los datos de la tienda',
  'products:write': 'Crear, cambiar y eliminar productos y fotos',
  'categories:write': 'Crear, cambiar y eliminar categorías',
  'orders:write': 'Mover y cancelar pedidos',
  'discounts:write': 'Crear, cambiar y eliminar descuentos',
  'shipping:write': 'Crear, cambiar y eliminar envíos',
  'reviews:write': 'Aprobar, rechazar y eliminar opiniones',
  'webhooks:write': 'Crear, cambiar y eliminar webhooks',
}

const scopes = Object.keys(sentences) as StoreScope[]
const optionOf = (scope: StoreScope) => ({ value: scope, label: sentences[scope], detail: scope })

export const scopeGroups = [
  { legend: 'Puede ver', options: scopes.filter((scope) => scope.endsWith(':read')).map(optionOf) },
  { legend: 'Puede cambiar', options: scopes.filter((scope) => scope.endsWith(':write')).map(optionOf) },
]

/** A scope that the service no longer has keeps its own name. */
export const sentenceOfScope = (scope: string): string => sentences[scope as StoreScope] ?? scope
