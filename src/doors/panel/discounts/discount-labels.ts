import { html, type Html } from '../../../core/http/html.ts'
import { t, joined, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { type Discount, discountState, type DiscountState } from '../../../features/discounts/discount.ts'
import { dayAndMonth } from '../../../core/pages/format.ts'
import { toDateField } from '../forms/form-to-json.ts'
import type { PanelStore } from '../../../features/sessions/lookup.ts'
import type { StoreContext } from '../page.ts'
import { optionsOf, fold, type Part } from '../parts/field.ts'
import { badge } from '../parts/list.ts'
import { moneyField, percentText, plainAmount } from '../parts/money-field.ts'
import { shopUrl } from '../../../features/stores/address.ts'

const states: Record<DiscountState, [name: Localized, kind: 'plain' | 'good' | 'warn' | 'bad']> = {
  active: [t('Activo'), 'good'],
  scheduled: [t('Programado'), 'warn'],
  expired: [t('Vencido'), 'bad'],
  exhausted: [t('Agotado | un descuento'), 'bad'],
  paused: [t('Pausado'), 'plain'],
}

export const stateBadge = (discount: Discount): Html => badge(...states[discountState(discount)])

/** `10 % menos`, `Q 25.00 menos` */
export const reductionText = ({ store }: StoreContext, { type, value }: Discount): Localized =>
  t('{amount} menos', {
    amount:
      type === 'percentage' ? `${percentText(store, value)}\u00a0%` : formatAmount(value, store.currency),
  })

const valueText = (store: PanelStore, { type, value }: Discount) =>
  type === 'percentage' ? percentText(store, value) : plainAmount(value, store)

/** `3 de 50 usos`, `3 usos` */
export const usesOf = ({ usedCount: used, maxUses: max }: Discount): Localized =>
  max === null
    ? t('{used, plural, one {# uso} other {# usos}}', { used })
    : t('{used} de {max, plural, one {# uso} other {# usos}}', { used, max })

const MINUTE = 60_000

/** What customers read. */
export function invitation(context: StoreContext, discount: Discount): Localized {
  const { app, store } = context
  const { code, minOrderTotal, startsAt, expiresAt } = discount
  const simple = reductionText(context, discount)
  const least = minOrderTotal && formatAmount(minOrderTotal, store.currency)
  const reduction = least ? t('{reduction} en pedidos desde {least}', { reduction: simple, least }) : simple
  const isScheduled = startsAt && Date.parse(startsAt) > Date.now()
  // What ends at midnight is good for the day before.
  const last = expiresAt && new Date(Date.parse(expiresAt) - MINUTE).toISOString()
  const dates = [
    ...(isScheduled ? [t('desde el {day}', { day: dayAndMonth(startsAt, store.timeZone) })] : []),
    ...(last ? [t('hasta el {day}', { day: dayAndMonth(last, store.timeZone) })] : []),
  ]
  const offer = t('Con el código {code} pagas {reduction} en {store}', { code, reduction, store: store.name })
  return joined([joined([offer, ...dates], ', '), shopUrl(app, store)], ': ')
}

const makeButton = html`<button class="quiet" name="_make" value="1">${t('Inventar')}</button>`
/** Enter in a field sends the form by its first button, which must not be the one that generates a code. */
const sendByEnter = html`<button hidden></button>`

export const discountFields = (context: StoreContext, discount: Discount | null): Part[] => [
  sendByEnter,
  {
    name: 'code',
    label: t('Código'),
    value: discount?.code ?? '',
    max: 30,
    autocomplete: 'off',
    placeholder: t('BIENVENIDA10'),
    required: true,
    ...(!discount && { after: makeButton }),
  },
  { name: 'type', label: t('Tipo'), value: discount?.type ?? 'percentage', options: optionsOf(typeNames) },
  {
    name: 'value',
    label: t('Cuánto'),
    value: discount ? valueText(context.store, discount) : '',
    inputmode: 'decimal',
    max: 20,
    required: true,
    placeholder: '10',
  },
  limits(context, discount),
]

export const typeNames = { percentage: t('Porcentaje (%)'), fixed: t('Importe fijo') }

function limits({ store }: StoreContext, discount: Discount | null): Part {
  const { minOrderTotal = null, maxUses = null, startsAt = null, expiresAt = null } = discount ?? {}
  const date = (name: string, label: Localized, value: string | null): Part => ({
    name,
    label,
    value: toDateField(value, store.timeZone),
    type: 'datetime-local',
  })
  const fields: Part[] = [
    moneyField(store, {
      name: 'minOrderTotal',
      label: t('Compra mínima'),
      value: minOrderTotal,
      hint: t('Lo que deben sumar los productos.'),
    }),
    {
      name: 'maxUses',
      label: t('Cuántas veces se puede usar'),
      value: maxUses,
      inputmode: 'numeric',
      max: 10,
    },
    date('startsAt', t('Desde'), startsAt),
    date('expiresAt', t('Hasta'), expiresAt),
  ]
  const isOpen = [minOrderTotal, maxUses, startsAt, expiresAt].some((value) => value !== null)
  return fold({ summary: t('Límites y fechas (opcional)'), isOpen }, fields)
}
