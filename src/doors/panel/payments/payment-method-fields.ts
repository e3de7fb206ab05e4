import { html } from '../../../core/http/html.ts'
import type { PaymentKind } from '../../../features/orders/payment.ts'
import type { PaymentMethod } from '../../../features/payments/payment-method.ts'
import type { Form } from '../forms/form.ts'
import type { Part } from '../parts/field.ts'

export const kindNames: Record<PaymentKind, string> = {
  transfer: 'Transferencia',
  cash: 'Efectivo',
  pix: 'Pix',
  mercadopago: 'Mercado Pago',
  stripe: 'Stripe',
}

export const methodFields = (form: Form, kind: PaymentKind, method: PaymentMethod | null): Part[] => [
  {
    name: 'name',
    label: 'Nombre',
    value: method?.name ?? kindNames[kind],
    max: 60,
    required: true,
    hint: 'Así lo lee quien compra.',
  },
  kind === 'transfer' && accountFields(form, method),
  kind === 'pix' && pixFields(method),
  {
    name: 'instructions',
    label: 'Instrucciones para pagar (opcional)',
    value: method?.instructions ?? '',
    max: 1000,
    lines: 3,
    placeholder: kind === 'transfer' ? 'Escribe el número del pedido en el concepto.' : '',
  },
]

const EMPTY_ROWS = 2
const MAX_ROWS = 6

function accountFields(form: Form, method: PaymentMethod | null): Part[] {
  const accounts = method?.accounts ?? []
  const count = Math.min(form.rows('accounts', accounts.length) + EMPTY_ROWS, MAX_ROWS)
  const rows = Array.from({ length: count }, (_, n): Part => ({
    parts: [
      { name: `accounts.${n}.label`, label: 'Banco o tipo', value: accounts[n]?.label ?? '', max: 40 },
      { name: `accounts.${n}.value`, label: 'Número o alias', value: accounts[n]?.value ?? '', max: 80 },
    ],
    around: (fields) => html`
      <fieldset class="fields"><legend class="hidden">Cuenta ${n + 1}</legend>${fields}</fieldset>
    `,
  }))
  const hint = html`<p class="hint">Deja vacía una fila que no uses. Cada cuenta lleva un botón que la copia.</p>`
  return [...rows, hint]
}

const pixFields = (method: PaymentMethod | null): Part[] => [
  {
    name: 'pixKey',
    label: 'Clave Pix',
    value: method?.pixKey ?? '',
    max: 77,
    required: true,
    autocomplete: 'off',
    hint: 'Correo, teléfono (+55…), CPF, CNPJ o clave aleatoria.',
  },
  { name: 'merchantName', label: 'A nombre de', value: method?.merchantName ?? '', max: 25, required: true },
  { name: 'merchantCity', label: 'Ciudad', value: method?.merchantCity ?? '', max: 15, required: true },
]
