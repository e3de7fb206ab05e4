import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { capitalised } from '../../../core/values/text.ts'
import { labelOf } from '../../../features/changes/sentence.ts'
import { DAYS_TO_UNDO, type Change, type ChangeItem } from '../../../features/changes/change.ts'
import type { Difference } from '../../../features/changes/plan-undo.ts'
import { OrderStatus, statusName } from '../../../features/orders/order.ts'
import { amountNames } from '../../../features/products/fields.ts'
import { excerpt, moment, plural } from '../../../core/pages/format.ts'
import type { StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'

export const channels: Record<Change['by'], string> = {
  panel: 'en el panel',
  api: 'por la API',
  assistant: 'con un asistente',
  import: 'al importar',
  operator: 'desde el servidor',
  whatsapp: 'por WhatsApp',
}

/** Whether a change can be undone; an import, which has an undo of its own, however large it is. */
export function mayUndo({ canUndo, by, undoes, undoneBy, createdAt }: Change): boolean {
  const isRecent = Date.now() - Date.parse(createdAt) < DAYS_TO_UNDO * 86_400_000
  return canUndo || (by === 'import' && undoes === null && undoneBy === null && isRecent)
}

export const undoButton = (
  { form }: StoreContext,
  { id, summary }: Pick<Change, 'id' | 'summary'>,
): Html => html`
  <div class="tools">
    ${buttonForm(
      form(`/actividad/${id}/deshacer`),
      {},
      html`<button class="quiet" aria-label="Deshacer: ${summary}">Deshacer</button>`,
    )}
  </div>
`

export function itemTable(context: StoreContext, item: ChangeItem): Html {
  const { before, after, resource, name } = item
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  const cell = (side: ChangeItem['before'], field: string) =>
    side ? shown(context, field, side[field]) : '—'
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="${name ?? 'Lo que cambió'}">
      <table class="sums">
        <thead><tr><th scope="col">Dato</th><th scope="col">Antes</th><th scope="col">Después</th></tr></thead>
        <tbody>
          ${fields.map(
            (field) => html`
              <tr>
                <th scope="row">${titled(labelOf(resource, field))}</th>
                <td>${cell(before, field)}</td>
                <td>${cell(after, field)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}

export function differenceList(context: StoreContext, differences: Difference[]): Html {
  const say = (field: string, value: unknown) => shown(context, field, value)
  return html`
    <ul>
      ${differences.map(({ resource, name, field, before, after, current }) => {
        const what = name ?? 'Lo que cambió'
        if (field === null)
          return html`<li><b>${what}</b>: ${current ? 'existe otra vez' : 'ya no está'}.</li>`
        return html`
          <li>
            <b>${what}</b>, ${labelOf(resource, field)}: era ${say(field, before)}, el cambio dejó ${say(field, after)} y
            ahora es ${say(field, current)}.
          </li>
        `
      })}
    </ul>
  `
}

const titled = (label: string) => capitalised(label.replace(/^(?:el|la|las|los|si) /, ''))

const amounts = new Set([...amountNames, 'minOrderTotal', 'minimumOrder', 'freeShippingFrom'])
const MAX_TEXT = 120

/** The prefix alone does not suffice: a name may begin like a date. */
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

const isStatus = (value: string): value is OrderStatus => OrderStatus.enum.some((status) => status === value)

function shown({ store }: StoreContext, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'number')
    return amounts.has(field) ? formatAmount(value, store.currency) : String(value)
  if (typeof value === 'string') {
    if (field === 'status' && isStatus(value))
      return statusName({ status: value, deliveryKind: null }).in('es')
    return isInstant(value) ? moment(value, store.timeZone).in('es') : (excerpt(value, MAX_TEXT) ?? '—')
  }
  if (Array.isArray(value)) return value.length === 0 ? '—' : listed(field, value)
  return excerpt(JSON.stringify(value), MAX_TEXT) ?? '—'
}

function listed(field: string, values: unknown[]): string {
  if (field === 'images') return plural(values.length, 'foto', 'fotos')
  const names = values.map((value) =>
    value !== null && typeof value === 'object' && 'name' in value ? String(value.name) : String(value),
  )
  return excerpt(names.join(', '), MAX_TEXT) ?? '—'
}
