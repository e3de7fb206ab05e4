import { inUnits } from '../../core/values/money.ts'
import type { Shop } from '../../features/catalog/shop.ts'

/** Ten-thousandths, as `inUnits` counts them, in a minor unit of the currency. */
const unitOf = ({ currencyDigits }: Pick<Shop, 'currencyDigits'>) => 10 ** (4 - currencyDigits)

/** An amount in minor units of the shop's currency, an integer. */
export const toMinor = (shop: Pick<Shop, 'currencyDigits'>, amount: number): number =>
  Math.round(inUnits(amount) / unitOf(shop))

/** A bound in minor units as an amount of the currency; null where there is none. */
export const fromMinor = (shop: Pick<Shop, 'currencyDigits'>, minor: number): number | null =>
  Number.isFinite(minor) ? (minor * unitOf(shop)) / 10_000 : null
