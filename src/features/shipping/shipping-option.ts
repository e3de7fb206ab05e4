import { Type, type Static } from 'typebox'
import { MAX_POSITION } from '../../core/database/next-position.ts'
import type { Sql } from '../../core/database/db.ts'
import { etagOf } from '../../core/http/etag.ts'
import { SingleLine, MultiLine, Nullable, Price } from '../../core/http/schema.ts'
import { Area } from './area.ts'

export const DeliveryKind = Type.Enum(['delivery', 'pickup'], {
  description: 'delivery: se lleva a una dirección; pickup: se recoge en la tienda',
})

/** The writable fields of a shipping option, but for its areas. */
export const writableFields = {
  name: SingleLine({ max: 80, description: 'Nombre', examples: ['Envío a domicilio'] }),
  price: Price('Precio, que se suma al pedido'),
  kind: DeliveryKind,
  description: Nullable(MultiLine({ max: 500, description: 'Descripción' })),
  estimatedDelivery: Nullable(
    SingleLine({ min: 0, max: 80, description: 'Cuánto tarda', examples: ['1 a 2 días hábiles'] }),
  ),
  position: Type.Integer({ minimum: 0, maximum: MAX_POSITION, description: 'Lugar en la lista, desde 0' }),
  isActive: Type.Boolean({ description: 'Si se puede elegir en un pedido' }),
}

export const ShippingOption = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    price: Type.Number(),
    kind: DeliveryKind,
    description: Nullable(Type.String()),
    estimatedDelivery: Nullable(Type.String()),
    position: Type.Integer(),
    isActive: Type.Boolean(),
    areas: Type.Array(Area),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ShippingOption', description: 'Opción de envío' },
)
export type ShippingOption = Static<typeof ShippingOption>

/** The ETag of what its form edits, whatever its place. */
export const formEtag = (option: ShippingOption) =>
  etagOf(JSON.stringify({ data: { ...option, position: 0, updatedAt: '' } }))

/** The columns of a `ShippingOption`. */
export const shippingOptionColumns = (sql: Sql) => sql`
  id, name, price, kind, description, estimated_delivery, position, is_active, areas, created_at, updated_at`
