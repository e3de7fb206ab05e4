import { Type, type Static } from 'typebox'
import { countRows } from '../../core/database/count-rows.ts'
import type { Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { Body, MultiLine, Nullable, SingleLine } from '../../core/http/schema.ts'
import { activeField, positionField } from '../../core/resources/field.ts'
import { resource, type RowOf } from '../../core/resources/resource.ts'
import { t } from '../../core/texts/text.ts'
import { isProvider, PaymentKind, type Provider } from '../orders/payment.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { checkMethod, type Checked } from './check-method.ts'
import { requireUsable } from './require-usable.ts'

export const MAX_METHODS = 10
const MAX_ACCOUNTS = 6

export const paymentMethods = resource({
  id: { one: 'PaymentMethod', many: 'PaymentMethods' },
  path: '/payment-methods',
  table: 'payment_methods',
  scope: 'store',
  words: { one: 'una forma de pago', many: 'formas de pago', the: t('La forma de pago') },
  recordedAs: { one: t('la forma de pago'), many: t('formas de pago'), of: t('de la forma de pago') },
  descriptions: {
    list: 'Las formas de pago de la tienda, activas o no, en su orden.',
    get: 'La forma de pago, esté activa o no.',
    create:
      `Hasta ${MAX_METHODS} por tienda; el tipo no cambia después. Pix necesita una tienda en BRL, y Mercado Pago y Stripe que la ` +
      'tienda los haya conectado en el panel: hay una de cada uno como máximo. Sin `position` queda al final de la lista.',
    update:
      'Solo cambian los campos enviados; el tipo no cambia. Los pedidos por pagar muestran las cuentas y la clave nuevas.',
    delete: 'Los pedidos ya hechos conservan su nombre y su estado, pero ya no muestran cuentas ni código.',
  },
  errors: {
    create: ['LIMIT_REACHED', 'CURRENCY_MISMATCH', 'NOT_CONNECTED', 'DUPLICATE_METHOD'],
    update: ['CURRENCY_MISMATCH', 'NOT_CONNECTED'],
  },
  fields: {
    kind: {
      schema: PaymentKind,
      shown: PaymentKind,
      type: 'text',
      phrase: t('el tipo'),
      required: true,
      fixed: true,
    },
    name: {
      schema: SingleLine({ max: 60, description: 'Nombre', examples: ['Transferencia'] }),
      type: 'text',
      phrase: t('el nombre'),
      required: true,
    },
    instructions: {
      schema: Nullable(MultiLine({ max: 1000, description: 'Qué hacer para pagar así' })),
      type: 'text',
      phrase: t('las instrucciones'),
    },
    accounts: {
      schema: Type.Array(
        Body({
          label: SingleLine({ max: 40, examples: ['Banco Industrial, monetaria'] }),
          value: SingleLine({ max: 80, examples: ['123-456789-0'] }),
        }),
        {
          maxItems: MAX_ACCOUNTS,
          description: 'De una transferencia: las cuentas, cada una con su botón de copiar',
        },
      ),
      shown: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
      type: 'jsonb',
      phrase: t('las cuentas'),
      default: [],
    },
    pixKey: {
      schema: Nullable(
        SingleLine({ max: 77, description: 'De Pix: correo, teléfono, CPF, CNPJ o clave aleatoria' }),
      ),
      type: 'text',
      phrase: t('la clave Pix'),
    },
    merchantName: {
      schema: Nullable(
        SingleLine({ max: 25, description: 'De Pix: a nombre de quién; se guarda sin acentos' }),
      ),
      type: 'text',
      phrase: t('el titular'),
    },
    merchantCity: {
      schema: Nullable(SingleLine({ max: 15, description: 'De Pix: la ciudad; se guarda sin acentos' })),
      type: 'text',
      phrase: t('la ciudad'),
    },
    position: positionField(),
    isActive: activeField('Si se puede elegir en un pedido'),
  },
  order: 'position, name, id',
  lock: lockCatalog,
  toStored: (sent, before) => checkMethod({ ...before, ...sent } as Checked),
  async admit(tx, storeId, { kind, isActive }, before) {
    if (!before || (isActive && !before.isActive)) await requireUsable(tx, storeId, [kind])
    if (before) return
    if (isProvider(kind)) await requireFirst(tx, storeId, kind)
    if ((await countRows(tx, 'payment_methods', storeId)) >= MAX_METHODS) throw tooManyMethods()
  },
  afterWrite: raiseCatalogVersion, // products' pages name them
})
export type PaymentMethod = RowOf<typeof paymentMethods>
export type PaymentMethodInput = Static<typeof paymentMethods.NewBody>

async function requireFirst(tx: Tx, storeId: string, kind: Provider) {
  const [other] = await tx`select 1 from payment_methods where store_id = ${storeId} and kind = ${kind}`
  if (other) throw conflict('DUPLICATE_METHOD', t('La tienda ya tiene una forma de pago con este proveedor'))
}

export const tooManyMethods = () =>
  conflict('LIMIT_REACHED', t('La tienda ya tiene {max} formas de pago: elimina una', { max: MAX_METHODS }), {
    limit: MAX_METHODS,
  })

/** Switches off what a provider that is not connected, or not any more, can't take. */
export async function deactivateMethods(tx: Tx, storeId: string, provider: Provider) {
  await tx`
    update payment_methods
    set is_active = false, updated_at = statement_timestamp()
    where store_id = ${storeId} and kind = ${provider} and is_active`
}
