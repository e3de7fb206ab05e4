import { Type, type Static } from 'typebox'
import { Nullable } from '../../core/http/schema.ts'
import { t, type Localized } from '../../core/texts/text.ts'

export const PROVIDERS = ['mercadopago', 'stripe'] as const
export type Provider = (typeof PROVIDERS)[number]

export const PaymentKind = Type.Enum(['cash', 'transfer', 'pix', ...PROVIDERS], {
  description:
    'cash: efectivo al recibir; transfer: transferencia; pix: Pix; mercadopago y stripe: con ese proveedor',
})
export type PaymentKind = Static<typeof PaymentKind>

export const isProvider = (name: string | null): name is Provider =>
  (PROVIDERS as readonly (string | null)[]).includes(name)

/** Currencies with cents, in which a provider takes none: Mercado Pago in Colombia. In Chile the currency has none itself. */
export const wholeUnits: Partial<Record<PaymentKind, string[]>> = { mercadopago: ['COP'] }

/** Whether an order's total has cents that its provider does not take. */
export const hasUnpayableCents = (kind: PaymentKind | null, { total, currency }: Charged): boolean =>
  kind !== null && !Number.isInteger(total) && (wholeUnits[kind]?.includes(currency) ?? false)

type Charged = { total: number; currency: string }

export const PaymentState = Type.Enum(['PENDING', 'REVIEW', 'PAID', 'REFUNDED'], {
  title: 'PaymentState',
  description:
    'PENDING: por pagar; REVIEW: la tienda tiene que ver el comprobante; PAID: pagado; REFUNDED: devuelto',
})
export type PaymentState = Static<typeof PaymentState>

/** Who moved a payment last; `system` marks orders that cost nothing as paid. */
export const PaymentActor = Type.Enum([
  'shopper',
  'panel',
  'api',
  'assistant',
  'whatsapp',
  'system',
  ...PROVIDERS,
])
export type PaymentActor = Static<typeof PaymentActor>

const paymentSummary = {
  methodId: Type.String(),
  kind: PaymentKind,
  name: Type.String({ description: 'Como se llamaba la forma de pago al hacer el pedido' }),
  state: PaymentState,
  amount: Type.Number({ description: 'El total del pedido' }),
  changeFor: Nullable(Type.Number({ description: 'En efectivo: con cuánto paga, para llevar el cambio' })),
  reference: Nullable(
    Type.String({ description: 'El comprobante: lo que anotó la tienda, o el pago del proveedor' }),
  ),
  paidAt: Nullable(Type.String({ format: 'date-time' })),
  by: Type.Enum(PaymentActor.enum, { description: 'Quién movió el pago la última vez' }),
}
export const PaymentSummary = Type.Object(paymentSummary, { description: 'Pago de un pedido' })

export const Payment = Type.Object(
  {
    ...paymentSummary,
    receipts: Type.Array(
      Type.Object({
        id: Type.String(),
        sentAt: Type.String({ format: 'date-time' }),
        duplicateOf: Nullable(Type.String({ description: 'El pedido para el que ya se había enviado' })),
      }),
      { description: 'Los comprobantes que envió quien compra' },
    ),
    pix: Nullable(
      Type.String({ description: 'El código de Pix con el importe exacto, mientras falta pagar' }),
    ),
    payUrl: Nullable(
      Type.String({ description: 'Dónde se paga con el proveedor; nulo mientras no haya respondido' }),
    ),
  },
  { title: 'Payment', description: 'Pago de un pedido completo' },
)
export type Payment = Static<typeof Payment>
export type SentReceipt = Payment['receipts'][number]

/** `orders.payment` as it is stored; its state is a column of its own, by which orders are listed. */
export type StoredPayment = {
  methodId: string
  kind: PaymentKind
  name: string
  changeFor: number | null
  reference: string | null
  paidAt: string | null
  by: PaymentActor
  payUrl?: string | null
  history: PaymentStep[]
}

export type PaymentStep = {
  state: PaymentState
  at: string
  by: PaymentActor
  accountId: string | null
  reference: string | null
}

export type MethodOfOrder = {
  instructions: string | null
  accounts: { label: string; value: string }[]
  pixKey: string | null
  merchantName: string | null
  merchantCity: string | null
}

type PaidRow = Charged & {
  orderNumber: string
  paymentState: PaymentState | null
  payment: StoredPayment | null
}

export function toPaymentSummary({
  total,
  paymentState,
  payment,
}: Omit<PaidRow, 'orderNumber' | 'currency'>) {
  if (!payment || !paymentState) return null
  const { methodId, kind, name, changeFor, reference, paidAt, by } = payment
  return {
    methodId,
    kind,
    name,
    state: paymentState,
    amount: total,
    changeFor,
    reference,
    paidAt: paidAt && new Date(paidAt).toISOString(),
    by,
  }
}

export function toPayment(
  row: PaidRow & { paymentMethod: MethodOfOrder | null; receipts?: SentReceipt[] },
): Payment | null {
  const summary = toPaymentSummary(row)
  if (!summary) return null
  const isPending = row.paymentState === 'PENDING'
  return {
    ...summary,
    receipts: (row.receipts ?? []).map((receipt) => ({
      ...receipt,
      sentAt: new Date(receipt.sentAt).toISOString(),
    })),
    pix: isPending && row.payment?.kind === 'pix' ? pixOf(row) : null,
    payUrl: (isPending && !hasUnpayableCents(summary.kind, row) && row.payment?.payUrl) || null,
  }
}

function pixOf({ orderNumber, total, paymentMethod }: PaidRow & { paymentMethod: MethodOfOrder | null }) {
  if (!paymentMethod?.pixKey) return null
  return pixCode(paymentMethod as PixReceiver, { amount: total, reference: orderNumber.replaceAll('-', '') })
}

const stateNames: Record<PaymentState, Localized> = {
  PENDING: t('por pagar'),
  REVIEW: t('falta ver el comprobante'),
  PAID: t('pagado'),
  REFUNDED: t('devuelto'),
}

export const paymentStateName = (state: PaymentState): Localized => stateNames[state]

export const isConfirmedByProvider = ({ paymentState, payment }: Pick<PaidRow, 'paymentState' | 'payment'>) =>
  payment !== null && isProvider(payment.by) && (paymentState === 'PAID' || paymentState === 'REFUNDED')

type PixReceiver = { pixKey: string; merchantName: string; merchantCity: string }

/**
 * The text of a static Pix QR code with an exact amount in BRL ("BR Code": EMV QRCPS merchant-presented mode, as in the Manual de
 * Padrões para Iniciação do Pix of the Banco Central do Brasil).
 * @param payment `reference` of at most 25 letters and digits comes back on the receiver's statement (txid)
 */
function pixCode(receiver: PixReceiver, payment: { amount: number; reference: string }): string {
  const account = element('00', 'br.gov.bcb.pix') + element('01', receiver.pixKey)
  const text = [
    element('00', '01'),
    element('26', account),
    element('52', '0000'), // merchant category: not given
    element('53', '986'), // BRL
    element('54', payment.amount.toFixed(2)),
    element('58', 'BR'),
    element('59', receiver.merchantName),
    element('60', receiver.merchantCity),
    element('62', element('05', payment.reference)),
    '6304',
  ].join('')
  return text + crc16(text)
}

const element = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** CRC-16/CCITT-FALSE of ASCII text: polynomial 0x1021, initially 0xffff; four upper case digits. */
function crc16(text: string): string {
  let crc = 0xff_ff
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80_00 ? (crc << 1) ^ 0x10_21 : crc << 1) & 0xff_ff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
