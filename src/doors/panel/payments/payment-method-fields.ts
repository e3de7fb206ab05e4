import { html } from '../../../core/http/html.ts'
import type { PaymentKind } from '../../../features/orders/payment.ts'
import type { PaymentMethod } from '../../../features/payments/payment-method.ts'
import type { Form } from '../forms/form.ts'
import type { Part } from '../parts/field.ts'
import type { Language } from '../../../core/texts/language.ts'
import { t, wordingIn, type Wording } from '../../../core/texts/text.ts'

export const kindNames: Record<PaymentKind, Wording> = {
  transfer: t('Transferencia'),
  cash: t('Efectivo'),
  pix: 'Pix',
  mercadopago: 'Mercado Pago',
  stripe: 'Stripe',
}

export const methodFields = (
  { language }: { language: Language },
  form: Form,
  kind: PaymentKind,
  method: PaymentMethod | null,
): Part[] => [
  {
    name: 'name',
    label: t('Nombre'),
    value: method?.name ?? wordingIn(kindNames[kind], language),
    max: 60,
    required: true,
    hint: t('Así lo lee quien compra.'),
  },
  kind === 'transfer' && accountFields(form, method),
  kind === 'pix' && pixFields(method),
  {
    name: 'instructions',
    label: t('Instrucciones para pagar (opcional)'),
    value: method?.instructions ?? '',
    max: 1000,
    lines: 3,
    placeholder: kind === 'transfer' ? t('Escribe el número del pedido en el concepto.') : '',
  },
]

const EMPTY_ROWS = 2
const MAX_ROWS = 6

function accountFields(form: Form, method: PaymentMethod | null): Part[] {
  const accounts = method?.accounts ?? []
  const count = Math.min(form.rows('accounts', accounts.length) + EMPTY_ROWS, MAX_ROWS)
  const rows = Array.from({ length: count }, (_, n): Part => ({
    parts: [
      { name: `accounts.${n}.label`, label: t('Banco o tipo'), value: accounts[n]?.label ?? '', max: 40 },
      { name: `accounts.${n}.value`, label: t('Número o alias'), value: accounts[n]?.value ?? '', max: 80 },
    ],
    around: (fields) => html`
      <fieldset class="fields"><legend class="hidden">${t('Cuenta {n}', { n: n + 1 })}</legend>${fields}</fieldset>
    `,
  }))
  const hint = html`<p class="hint">${t('Deja vacía una fila que no uses. Cada cuenta lleva un botón que la copia.')}</p>`
  return [...rows, hint]
}

const pixFields = (method: PaymentMethod | null): Part[] => [
  {
    name: 'pixKey',
    label: t('Clave Pix'),
    value: method?.pixKey ?? '',
    max: 77,
    required: true,
    autocomplete: 'off',
    hint: t('Correo, teléfono (+55…), CPF, CNPJ o clave aleatoria.'),
  },
  {
    name: 'merchantName',
    label: t('A nombre de'),
    value: method?.merchantName ?? '',
    max: 25,
    required: true,
  },
  { name: 'merchantCity', label: t('Ciudad'), value: method?.merchantCity ?? '', max: 15, required: true },
]
