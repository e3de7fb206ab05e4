import { html, type Html } from '../../../core/http/html.ts'
import type { Sql } from '../../../core/database/db.ts'
import { paymentMethods } from '../../../features/payments/payment-method.ts'
import type { StoreContext } from '../page.ts'

/** With more areas than these a list of them is no help, and heavy. */
const MAX_AREAS_SHOWN = 200

/** Lists of the store's payment methods and areas, by which its orders are filtered: `forma` and `zona`. */
export async function orderFilters({ sql, store, query }: StoreContext): Promise<Html> {
  const [methods, areas] = await Promise.all([
    paymentMethods.all(sql, store.id),
    readAreaNames(sql, store.id),
  ])
  const chosen = { method: query['forma'] ?? '', area: query['zona'] ?? '' }
  const ways = methods.map(({ id, name }) => ({ value: id, label: name }))
  const places = areas.map((name) => ({ value: name, label: name }))
  return html`
    ${ways.length > 0 && choice('forma', 'Método', chosen.method, ways)}
    ${places.length > 0 && choice('zona', 'Zona', chosen.area, places)}
  `
}

const choice = (
  name: string,
  label: string,
  chosen: string,
  options: { value: string; label: string }[],
): Html => html`
  <select name="${name}" aria-label="${label}">
    ${[{ value: '', label }, ...options].map(
      (option) => html`
        <option value="${option.value}"${option.value === chosen && html` selected`}>${option.label}</option>
      `,
    )}
  </select>
`

async function readAreaNames(sql: Sql, storeId: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct area ->> 'name' as name
    from shipping_options, jsonb_array_elements(areas) as area
    where store_id = ${storeId}
    order by name
    limit ${MAX_AREAS_SHOWN + 1}`
  return rows.length > MAX_AREAS_SHOWN ? [] : rows.map(({ name }) => name)
}
