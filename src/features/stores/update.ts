import { isDeepStrictEqual } from 'node:util'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { conflict, invalid } from '../../core/errors/errors.ts'
import { snakeCase } from '../../core/values/camel-case.ts'
import { currencyDigits } from '../../core/values/currency.ts'
import { dataOf } from '../../core/http/schema.ts'
import { raiseCatalogVersion } from './catalog-version.ts'
import { amountsFit, checkAmounts, checkSettings } from './check-settings.ts'
import { lockStore } from './find.ts'
import { claimSlug, MAX_FORMER_SLUGS, requireCapacityForFormerSlug, reserveFormerSlug } from './slug.ts'
import { Store, StoreChanges, storeColumns, storeSettings, toStore, type StoreRow } from './store.ts'
import { t } from '../../core/texts/text.ts'

type Settings = Pick<StoreRow, keyof typeof storeSettings>

const REDIRECT_DAYS = 90

export const updateStore = operation({
  id: 'updateStore',
  rest: 'PUT /store',
  scope: 'store:write',
  summary: 'Cambiar los ajustes de la tienda',
  description:
    `Cambia solo los campos enviados. La dirección anterior redirige a la nueva durante ${REDIRECT_DAYS} ` +
    `días (se guardan hasta ${MAX_FORMER_SLUGS}); la moneda no cambia cuando ya hay pedidos.`,
  body: StoreChanges,
  errors: ['NOT_FOUND', 'DUPLICATE_SLUG', 'SLUG_LIMIT_REACHED', 'CURRENCY_LOCKED'],
  response: { 200: dataOf(Store) },
  async run({ sql, store, body, service }) {
    return { data: toStore(await changeStore(sql, store.id, body), service) }
  },
})

/** Writes nothing when no value changes. @throws 400, 404, 409 `DUPLICATE_SLUG`, `SLUG_LIMIT_REACHED` or `CURRENCY_LOCKED` */
export async function changeStore(tx: Tx, id: string, changes: StoreChanges): Promise<StoreRow> {
  const checked = checkSettings(changes)
  const before = await lockStore(tx, id)
  const after = { ...settingsOf(before), ...withOwnClosing(checked, before) } as Settings
  checkAmounts(checked, currencyDigits(after.currency) ?? 2)
  if (after.currency !== before.currency) await requireFreeCurrency(tx, id, after)
  if (isDeepStrictEqual(after, settingsOf(before))) return before

  if (after.slug !== before.slug) await replaceSlug(tx, id, before.slug, after.slug)
  const store = await writeSettings(tx, id, after)
  await raiseCatalogVersion(tx, id)
  return store
}

const withOwnClosing = (changes: StoreChanges, before: StoreRow): StoreChanges =>
  changes.closedUntil === undefined || changes.closedUntil === before.closedUntil
    ? changes
    : { closedForOrders: false, ...changes }

const settingNames = Object.keys(storeSettings) as (keyof Settings)[]

const settingsOf = (store: StoreRow) =>
  Object.fromEntries(settingNames.map((name) => [name, store[name]])) as Settings

/** @throws 409 once there are orders, 400 while a price has more decimals than the new currency, or Pix is on */
async function requireFreeCurrency(tx: Tx, storeId: string, settings: Settings) {
  await requireNoOrders(tx, storeId)
  // `place_order` holds a key share lock on the store: this waits for orders in progress, and then checks again. Only stores
  // without orders are locked this way; with many concurrent orders it could deadlock.
  await tx`select 1 from stores where id = ${storeId} for update`
  await requireNoOrders(tx, storeId)

  const { currency } = settings
  const [pix] = await tx`
    select 1 from payment_methods where store_id = ${storeId} and kind = 'pix' and is_active and ${currency} <> 'BRL'`
  if (pix) throw invalid('currency', 'invalid', t('Pix solo cobra en BRL: apágalo antes en «Cómo te pagan»'))
  await requireFewerDecimals(tx, storeId, settings)
}

const withDecimals = t(
  'de productos, extras, envíos, descuentos o sus ajustes, también de los productos eliminados en los últimos 30 días',
)

const tooManyDecimals = (currency: string, digits: number) =>
  digits === 0
    ? t('{currency} no lleva decimales y la tienda tiene importes con más ({where}): ajústalos antes', {
        currency,
        where: withDecimals,
      })
    : t(
        '{currency} lleva como máximo {digits} decimales y la tienda tiene importes con más ({where}): ajústalos antes',
        { currency, digits, where: withDecimals },
      )

async function requireFewerDecimals(tx: Tx, storeId: string, settings: Settings) {
  const { currency } = settings
  const digits = currencyDigits(currency) ?? 2
  const [tooFine] = await tx`
    select 1 from products
    where store_id = ${storeId}
    and (deleted_at is null or deleted_at > now() - interval '30 days') -- it may be restored until then
    and (
      greatest(min_scale(price), min_scale(compare_price), areas_scale(quantity_prices)) > ${digits}
      or exists (
        select 1 from variants
        where store_id = products.store_id and product_id = products.id
        and removed_at is null and greatest(min_scale(price), areas_scale(quantity_prices)) > ${digits}
      )
    )
    union all
    select 1 from modifier_groups
    cross join jsonb_array_elements(choices) as choice
    where store_id = ${storeId} and min_scale((choice -> 'price')::numeric) > ${digits}
    union all
    select 1 from shipping_options where store_id = ${storeId} and greatest(min_scale(price), areas_scale(areas)) > ${digits}
    union all
    select 1 from discounts
    where store_id = ${storeId}
    and greatest(case type when 'fixed' then min_scale(value) end, min_scale(min_order_total)) > ${digits}
    limit 1`
  if (!tooFine && amountsFit(settings, digits)) return
  throw invalid('currency', 'invalid', tooManyDecimals(currency, digits))
}

async function requireNoOrders(tx: Tx, storeId: string) {
  const [order] = await tx`select 1 from orders where store_id = ${storeId} and not is_test limit 1`
  if (order) throw conflict('CURRENCY_LOCKED', t('La moneda no puede cambiar: la tienda ya tiene pedidos'))
}

async function replaceSlug(tx: Tx, id: string, from: string, to: string) {
  await claimSlug(tx, to, id)
  await requireCapacityForFormerSlug(tx, id)
  await reserveFormerSlug(tx, from, id, REDIRECT_DAYS)
}

async function writeSettings(tx: Tx, id: string, settings: Settings): Promise<StoreRow> {
  const { currency, unpaidHours, hours } = settings
  const values = { ...settings, hours: hours && tx.json(hours) }
  const changes = settingNames
    .map((name) => tx`${tx(snakeCase(name))} = ${values[name]}`)
    .reduce((all, change) => tx`${all}, ${change}`)
  const [store] = await tx<[StoreRow]>`
    update stores
    set
      ${changes},
      currency_digits = ${currencyDigits(currency) ?? 2},
      unpaid_hours_set_at = case
        when unpaid_hours is distinct from ${unpaidHours} then statement_timestamp() else unpaid_hours_set_at
      end,
      updated_at = statement_timestamp()
    where id = ${id}
    returning ${storeColumns(tx)}`
  return store
}
