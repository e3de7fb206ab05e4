import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { capitalised } from '../../../core/values/text.ts'
import { Formatted, t, wordingIn, type Localized, type Wording } from '../../../core/texts/text.ts'
import { labelOf } from '../../../features/changes/field-labels.ts'
import { nameOf } from '../../../features/changes/sentence.ts'
import { DAYS_TO_UNDO, type Change, type ChangeItem } from '../../../features/changes/change.ts'
import type { Difference } from '../../../features/changes/plan-undo.ts'
import { OrderStatus, statusName } from '../../../features/orders/order.ts'
import { amountNames } from '../../../features/products/fields.ts'
import type { ShownChange } from '../../../features/changes/to-change.ts'
import { excerpt, moment } from '../../../core/pages/format.ts'
import type { StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { valueName } from './value-names.ts'

export const channels: Record<Change['by'], Localized> = {
  panel: t('en el panel'),
  api: t('por la API'),
  assistant: t('con un asistente'),
  import: t('al importar'),
  operator: t('desde el servidor'),
  whatsapp: t('por WhatsApp'),
}

export function mayUndo({ canUndo, by, undoes, undoneBy, createdAt }: ShownChange): boolean {
  const isRecent = Date.now() - Date.parse(createdAt) < DAYS_TO_UNDO * 86_400_000
  return canUndo || (by === 'import' && undoes === null && undoneBy === null && isRecent)
}

export const undoButton = (
  { form }: StoreContext,
  { id, summary }: Pick<ShownChange, 'id' | 'summary'>,
): Html => html`
  <div class="tools">
    ${buttonForm(
      form(`/actividad/${id}/deshacer`),
      {},
      html`<button class="quiet" aria-label="${t('Deshacer: {summary}', { summary })}">${t('Deshacer')}</button>`,
    )}
  </div>
`

export function itemTable(context: StoreContext, item: ChangeItem): Html {
  const { before, after, resource } = item
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  const cell = (side: ChangeItem['before'], field: string) =>
    side ? shown(context, { resource, field, value: side[field] }) : '—'
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="${titleOf(item)}">
      <table class="sums">
        <thead><tr><th scope="col">${t('Dato')}</th><th scope="col">${t('Antes')}</th><th scope="col">${t('Después')}</th></tr></thead>
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
  return html`
    <ul>
      ${differences.map((one) => {
        const { resource, field } = one
        const what = html`<b>${titleOf(one)}</b>`
        if (field === null)
          return html`<li>${one.current ? t('{what}: existe otra vez.', { what }) : t('{what}: ya no está.', { what })}</li>`
        const say = (value: unknown) => shown(context, { resource, field, value })
        const [before, after, current] = [say(one.before), say(one.after), say(one.current)]
        const label = labelOf(resource, field)
        return html`
          <li>${t('{what}, {field}: era {before}, el cambio dejó {after} y ahora es {current}.', {
            what,
            field: label,
            before,
            after,
            current,
          })}</li>
        `
      })}
    </ul>
  `
}

/** A field's label without its article, which it has in sentences. */
const titled = (label: Wording) =>
  new Formatted((language) => capitalised(wordingIn(label, language).replace(article, '')))

const article = /^(?:el|la|las|los|si|o|a|os|as|se|the|whether) /

export const titleOf = (item: Pick<ChangeItem, 'resource' | 'id' | 'name'>): Wording =>
  nameOf(item) ?? t('Lo que cambió')

const amounts = new Set([...amountNames, 'minOrderTotal', 'minimumOrder', 'freeShippingFrom'])
const MAX_TEXT = 120

/** The prefix alone does not suffice: a name may begin like a date. */
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

const isStatus = (value: string): value is OrderStatus => OrderStatus.enum.some((status) => status === value)

type Value = { resource: ChangeItem['resource']; field: string; value: unknown }

function shown({ store }: StoreContext, { resource, field, value }: Value): Wording {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? t('sí') : t('no')
  if (typeof value === 'number')
    return amounts.has(field) ? formatAmount(value, store.currency) : String(value)
  if (typeof value === 'string') {
    if (field === 'status' && isStatus(value)) return statusName({ status: value, deliveryKind: null })
    const name = valueName(resource, field, value)
    if (name !== undefined) return name
    return isInstant(value) ? moment(value, store.timeZone) : (excerpt(value, MAX_TEXT) ?? '—')
  }
  if (Array.isArray(value)) return value.length === 0 ? '—' : listed(field, value)
  return excerpt(JSON.stringify(value), MAX_TEXT) ?? '—'
}

function listed(field: string, values: unknown[]): Wording {
  if (field === 'images') return t('{n, plural, one {# foto} other {# fotos}}', { n: values.length })
  const names = values.map((value) =>
    value !== null && typeof value === 'object' && 'name' in value ? String(value.name) : String(value),
  )
  return excerpt(names.join(', '), MAX_TEXT) ?? '—'
}
