import { Type, type Static } from 'typebox'
import { MAX_POSITION } from '../../core/database/next-position.ts'
import type { Sql } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { Body, MultiLine, Nullable, SingleLine } from '../../core/http/schema.ts'
import { PaymentKind } from '../orders/payment.ts'

/** The most methods of a store. */
export const MAX_METHODS = 10
const MAX_ACCOUNTS = 6

const lengths = { label: 40, value: 80, pixKey: 77, merchantName: 25, merchantCity: 15 }

/** The fields of a method that may be changed. */
export const writableFields = {
  name: SingleLine({ max: 60, description: 'Nombre', examples: ['Transferencia'] }),
  instructions: Nullable(MultiLine({ max: 1000, description: 'Qué hacer para pagar así' })),
  accounts: Type.Array(
    Body({
      label: SingleLine({ max: lengths.label, examples: ['Banco Industrial, monetaria'] }),
      value: SingleLine({ max: lengths.value, examples: ['123-456789-0'] }),
    }),
    {
      maxItems: MAX_ACCOUNTS,
      description: 'De una transferencia: las cuentas, cada una con su botón de copiar',
    },
  ),
  pixKey: Nullable(
    SingleLine({ max: lengths.pixKey, description: 'De Pix: correo, teléfono, CPF, CNPJ o clave aleatoria' }),
  ),
  merchantName: Nullable(
    SingleLine({
      max: lengths.merchantName,
      description: 'De Pix: a nombre de quién; se guarda sin acentos',
    }),
  ),
  merchantCity: Nullable(
    SingleLine({ max: lengths.merchantCity, description: 'De Pix: la ciudad; se guarda sin acentos' }),
  ),
  position: Type.Integer({ minimum: 0, maximum: MAX_POSITION, description: 'Lugar en la lista, desde 0' }),
  isActive: Type.Boolean({ description: 'Si se puede elegir en un pedido' }),
}

export const PaymentMethod = Type.Object(
  {
    id: Type.String(),
    kind: PaymentKind,
    name: Type.String(),
    instructions: Nullable(Type.String()),
    accounts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
    pixKey: Nullable(Type.String()),
    merchantName: Nullable(Type.String()),
    merchantCity: Nullable(Type.String()),
    position: Type.Integer(),
    isActive: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'PaymentMethod', description: 'Forma de pago' },
)
export type PaymentMethod = Static<typeof PaymentMethod>

export const tooManyMethods = () =>
  conflict('LIMIT_REACHED', `La tienda ya tiene ${MAX_METHODS} formas de pago: elimina una`, {
    limit: MAX_METHODS,
  })

/** The columns of a `PaymentMethod`. */
export const paymentMethodColumns = (sql: Sql) => sql`
  id, kind, name, instructions, accounts, pix_key, merchant_name, merchant_city, position, is_active, created_at, updated_at`
