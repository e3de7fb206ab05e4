import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'
import type { Sql } from '../../../core/database/db.ts'
import { paymentMethods } from '../../../features/payments/payment-method.ts'
import type { StoreContext } from '../page.ts'

/** With more areas than these a list of them is no help, and heavy. */
const MAX_AREAS_SHOWN = 200

export async function orderFilters({ sql, store, query }: StoreContext): Promise<Html> {
  const [methods, areas] = await Promise.all([
    paymentMethods.all(sql, store.id),
    readAreaNames(sql, store.id),
  ])
  const chosen = { method: query['forma'] ?? '', area: query['zona'] ?? '' }
  const ways = withChosen(
    methods.map(({ id, name }) => ({ value: id, label: name })),
    chosen.method,
    t('Un método que ya no existe'),
  )
  const places = withChosen(
    areas.names.map((name) => ({ value: name, label: name })),
    chosen.area,
    areas.areMore ? chosen.area : t('{area} (ya no existe)', { area: chosen.area }),
  )
  return html`
    ${ways.length > 0 && choice('forma', t('Método'), chosen.method, ways)}
    ${places.length > 0 && choice('zona', t('Zona'), chosen.area, places)}
  `
}

type Option = { value: string; label: Wording }

/** The list with what the orders are filtered by, even where the store no longer has it. */
const withChosen = (options: Option[], chosen: string, label: Wording): Option[] =>
  chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label }]

const choice = (name: string, label: Localized, chosen: string, options: Option[]): Html => html`
  <select name="${name}" aria-label="${label}">
    ${[{ value: '', label }, ...options].map(
      (option) => html`
        <option value="${option.value}"${option.value === chosen && html` selected`}>${option.label}</option>
      `,
    )}
  </select>
`

async function readAreaNames(sql: Sql, storeId: string): Promise<{ names: string[]; areMore: boolean }> {
  const rows = await sql<{ name: string }[]>`
    select distinct area ->> 'name' as name
    from shipping_options, jsonb_array_elements(areas) as area
    where store_id = ${storeId}
    order by name
    limit ${MAX_AREAS_SHOWN + 1}`
  const areMore = rows.length > MAX_AREAS_SHOWN
  return { names: areMore ? [] : rows.map(({ name }) => name), areMore }
}
