import { html, type Html } from '../../core/http/html.ts'
import { plural } from '../../pages/format.ts'
import type { ProductRow } from '../../products/product.ts'
import { countWaiting } from '../../restock/requests.ts'
import type { StoreContext } from '../page.ts'

/** How many people wait for the product, above its form. */
export async function waitingLine({ sql, store }: StoreContext, { id }: ProductRow): Promise<Html | null> {
  const count = (await countWaiting(sql, store.id, [id])).get(id)
  if (count === undefined) return null
  return html`<p><b>${plural(count, 'persona espera', 'personas esperan')}</b> que vuelva: les avisaremos por WhatsApp.</p>`
}
