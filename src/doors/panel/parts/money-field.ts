import type { Wording } from '../../../core/texts/text.ts'
import { hasDecimalComma } from '../../../core/values/currency.ts'
import { decimals } from '../../../core/values/money.ts'
import type { PanelStore } from '../../../features/sessions/lookup.ts'
import type { Field } from './field.ts'

type Currency = Pick<PanelStore, 'currency' | 'currencyDigits'>
type Money = { name: string; label: Wording; value?: number | null; hint?: Wording; required?: boolean }

/** An amount in the store's currency, prefixed with its symbol. Accepts `1250.50` and `1.250,50`. */
export function moneyField(store: Currency, { value, ...rest }: Money): Field {
  const text = value == null ? '' : plainAmount(value, store)
  return {
    ...rest,
    value: text,
    inputmode: 'decimal',
    autocomplete: 'off',
    max: 20,
    before: signOf(store.currency),
  }
}

/** An amount without thousands separators, with the decimal sign of the currency's country: `1250,50`. */
export function plainAmount(value: number, { currency, currencyDigits }: Currency): string {
  const isWhole = Number.isInteger(value)
  const text = value.toFixed(isWhole ? 0 : currencyDigits)
  return hasDecimalComma(currency) ? text.replace('.', ',') : text
}

export const percentText = (store: Currency, value: number) =>
  plainAmount(value, { ...store, currencyDigits: decimals(value) })

export function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('es', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
