import type { StoreScope } from '../../../core/auth/scopes.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'

const sentences: Record<StoreScope, Localized> = {
  'store:read': t('Ver los datos de la tienda'),
  'products:read': t('Ver los productos'),
  'categories:read': t('Ver las categorías'),
  'orders:read': t('Ver los pedidos, con nombre, teléfono y dirección'),
  'customers:read': t('Ver los clientes y lo que pidieron'),
  'discounts:read': t('Ver los descuentos'),
  'shipping:read': t('Ver los envíos'),
  'reviews:read': t('Ver las opiniones'),
  'stats:read': t('Ver las ventas y el reporte'),
  'team:read': t('Ver cuántas personas hay en el equipo, sin sus correos'),
  'connections:read': t('Ver el estado de las conexiones'),
  'webhooks:read': t('Ver los webhooks y sus entregas'),
  'themes:read': t('Ver el diseño'),
  'store:write': t('Cambiar los datos de la tienda'),
  'products:write': t('Crear, cambiar y eliminar productos y fotos'),
  'categories:write': t('Crear, cambiar y eliminar categorías'),
  'orders:write': t('Mover y cancelar pedidos'),
  'discounts:write': t('Crear, cambiar y eliminar descuentos'),
  'shipping:write': t('Crear, cambiar y eliminar envíos'),
  'reviews:write': t('Aprobar, rechazar y eliminar opiniones'),
  'webhooks:write': t('Crear, cambiar y eliminar webhooks'),
}

const scopes = Object.keys(sentences) as StoreScope[]
const optionOf = (scope: StoreScope) => ({ value: scope, label: sentences[scope], detail: scope })

export const scopeGroups = [
  { legend: t('Puede ver'), options: scopes.filter((scope) => scope.endsWith(':read')).map(optionOf) },
  { legend: t('Puede cambiar'), options: scopes.filter((scope) => scope.endsWith(':write')).map(optionOf) },
]

/** A scope that the service no longer has keeps its own name. */
export const sentenceOfScope = (scope: string): Wording => sentences[scope as StoreScope] ?? scope
