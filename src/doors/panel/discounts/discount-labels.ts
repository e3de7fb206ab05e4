import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { type Discount, discountState, type DiscountState } from '../../../features/discounts/discount.ts'
import { dayAndMonth } from '../../../core/pages/format.ts'
import { toDateField } from '../forms/form-to-json.ts'
import type { PanelStore } from '../../../features/sessions/lookup.ts'
import type { StoreContext } from '../page.ts'
import { fold, type Part } from '../parts/field.ts'
import { badge } from '../parts/list.ts'
import { moneyField, percentText, plainAmount } from '../parts/money-field.ts'
import { shopUrl } from '../../../features/stores/address.ts'

const states: Record<DiscountState, [name: string, kind: 'plain' | 'good' | 'warn' | 'bad']> = {
  active: ['Activo', 'good'],
  scheduled: ['Programado', 'warn'],
  expired: ['Vencido', 'bad'],
  exhausted: ['Agotado', 'bad'],
  paused: ['Pausado', 'plain'],
}

export const stateBadge = (discount: Discount): Html => badge(...states[discountState(discount)])

/** `10 % menos`, `Q 25.00 menos` */
export const reductionText = ({ store }: StoreContext, { type, value }: Discount): string =>
  `${type === 'percentage' ? `${percentText(store, value)}\u00a0%` : formatAmount(value, store.currency)} menos`

const valueText = (store: PanelStore, { type, value }: Discount) =>
  type === 'percentage' ? percentText(store, value) : plainAmount(value, store)

/** `3 de 50 usos`, `3 usos` */
export const usesOf = ({ usedCount, maxUses }: Discount): string =>
  `${usedCount}${maxUses === null ? '' : ` de ${maxUses}`} ${(maxUses ?? usedCount) === 1 ? 'uso' : 'usos'}`

const MINUTE = 60_000

export function invitation(context: StoreContext, discount: Discount): string {
  const { app, store } = context
  const { code, minOrderTotal, startsAt, expiresAt } = discount
  const least = minOrderTotal ? ` en pedidos desde ${formatAmount(minOrderTotal, store.currency)}` : ''
  const isScheduled = startsAt && Date.parse(startsAt) > Date.now()
  const from = isScheduled ? `, desde el ${dayAndMonth(startsAt, store.timeZone).in('es')}` : ''
  // What ends at midnight is good for the day before.
  const last = expiresAt && new Date(Date.parse(expiresAt) - MINUTE).toISOString()
  const until = last ? `, hasta el ${dayAndMonth(last, store.timeZone).in('es')}` : ''
  return `Con el código ${code} pagas ${reductionText(context, discount)}${least} en ${store.name}${from}${until}: ${shopUrl(app, store)}`
}

const makeButton = html`<button class="quiet" name="_make" value="1">Inventar</button>`
/** Enter in a field sends the form by its first button, which must not be the one that generates a code. */
const sendByEnter = html`<button hidden></button>`

export const discountFields = (context: StoreContext, discount: Discount | null): Part[] => [
  sendByEnter,
  {
    name: 'code',
    label: 'Código',
    value: discount?.code ?? '',
    max: 30,
    autocomplete: 'off',
    placeholder: 'BIENVENIDA10',
    required: true,
    ...(!discount && { after: makeButton }),
  },
  { name: 'type', label: 'Tipo', value: discount?.type ?? 'percentage', options: types },
  {
    name: 'value',
    label: 'Cuánto',
    value: discount ? valueText(context.store, discount) : '',
    inputmode: 'decimal',
    max: 20,
    required: true,
    placeholder: '10',
  },
  limits(context, discount),
]

const types = [
  { value: 'percentage', label: 'Porcentaje (%)' },
  { value: 'fixed', label: 'Importe fijo' },
]

function limits({ store }: StoreContext, discount: Discount | null): Part {
  const { minOrderTotal = null, maxUses = null, startsAt = null, expiresAt = null } = discount ?? {}
  const date = (name: string, label: string, value: string | null): Part => ({
    name,
    label,
    value: toDateField(value, store.timeZone),
    type: 'datetime-local',
  })
  const fields: Part[] = [
    moneyField(store, {
      name: 'minOrderTotal',
      label: 'Compra mínima',
      value: minOrderTotal,
      hint: 'Lo que deben sumar los productos.',
    }),
    {
      name: 'maxUses',
      label: 'Cuántas veces se puede usar',
      value: maxUses,
      inputmode: 'numeric',
      max: 10,
    },
    date('startsAt', 'Desde', startsAt),
    date('expiresAt', 'Hasta', expiresAt),
  ]
  const isOpen = [minOrderTotal, maxUses, startsAt, expiresAt].some((value) => value !== null)
  return fold({ summary: 'Límites y fechas (opcional)', isOpen }, fields)
}
