import { t } from '../../../core/texts/text.ts'
import { invalidAll, type Issue } from '../../../core/errors/errors.ts'
import {
  formEtagWithoutStock,
  MAX_VARIANTS,
  formEtag,
  type ProductRow,
} from '../../../features/products/product.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { VERSION_FIELD } from '../forms/form.ts'
import type { OwnControl, Part } from '../parts/field.ts'
import { html } from '../../../core/http/html.ts'
import { DEFAULT_NAME } from '../../../features/products/variants.ts'
import { OWN_STOCK, writtenRows } from './product-options.ts'

const stockInput = ({ name, saved }: { name: string; saved: number | null }) => ({
  name,
  label: t('Existencias'),
  value: saved ?? '',
  inputmode: 'numeric' as const,
  max: 9,
  autocomplete: 'off',
})

const DEFAULT = 'default'
/** The row in which the default variant is sent: none that the form has. */
const DEFAULT_ROW = `variants.${MAX_VARIANTS}`

/** The stock of a product without variants, also of a new one. A style sheet hides it where variants are typed. */
export function defaultStockField(product: ProductRow | null): Part {
  const variant = product?.variants.find(({ isDefault }) => isDefault)
  if (product && !variant) return null
  const field = { name: OWN_STOCK, saved: variant?.stock ?? null }
  return {
    parts: [
      {
        ...stockInput(field),
        placeholder: t('Sin contar'),
        errorsOf: `${DEFAULT_ROW}.stock`,
      },
      variant && shown(field.name, `${DEFAULT}.shownStock`, variant.stock),
    ],
    around: (content) => html`<div class="own-stock">${content}</div>`,
  }
}

export function withNewStock(fields: FormFields): FormFields {
  const api = new Map(fields)
  const stock = lastOf(fields, OWN_STOCK)?.trim()
  api.delete(OWN_STOCK)
  if (!stock || writtenRows(api).length > 0) return api
  api.set(`${DEFAULT_ROW}.name`, [DEFAULT_NAME])
  api.set(`${DEFAULT_ROW}.stock`, [stock])
  return api
}

/**
 * The API's fields with only those stocks that were edited, and the version of the product with the stock that they replace.
 * @throws 400 where a stock is neither as it was shown nor as it was typed
 */
export function withEditedStock(fields: FormFields, product: ProductRow): FormFields {
  const api = new Map(fields)
  const issues: Issue[] = []
  let isEdited = false
  for (const [name, shownStock] of fields) {
    if (!name.endsWith('.shownStock')) continue
    api.delete(name)
    const row = name.slice(0, name.lastIndexOf('.'))
    const submitted = lastOf(fields, `${row}.stock`)?.trim() ?? ''
    const variant = variantOf(product, fields, row)
    if (!variant || submitted === shownStock.at(-1)) {
      api.delete(`${row}.stock`)
      continue
    }
    const now = String(variant.stock ?? '')
    if (now !== shownStock.at(-1) && now !== submitted) issues.push(changedMeanwhile(row, variant.stock))
    isEdited = true
  }
  const [first, ...rest] = issues
  if (first) throw invalidAll([first, ...rest])
  moveDefault(api, product)
  const isSameVersion = lastOf(fields, VERSION_FIELD) === formEtagWithoutStock(product)
  if (isEdited && isSameVersion) api.set(VERSION_FIELD, [formEtag(product)])
  return api
}

const variantOf = ({ variants }: ProductRow, fields: FormFields, row: string) =>
  variants.find(({ id, isDefault }) => (row === DEFAULT ? isDefault : id === lastOf(fields, `${row}.id`)))

/** The default variant is sent as a row, unless other variants replace it. */
function moveDefault(api: FormFields, { variants }: ProductRow): void {
  const stock = api.get(OWN_STOCK)
  api.delete(OWN_STOCK)
  const variant = variants.find(({ isDefault }) => isDefault)
  if (!stock || !variant || writtenRows(api).length > 0) return
  api.set(`${DEFAULT_ROW}.id`, [variant.id])
  api.set(`${DEFAULT_ROW}.stock`, stock)
}

const changedMeanwhile = (row: string, now: number | null): Issue => ({
  field: `${row}.stock`,
  reason: 'invalid',
  message:
    now === null
      ? t('Cambió mientras escribías: ahora no se cuentan. Escribe cuántas quedan')
      : t('Cambió mientras escribías: ahora hay {now}. Escribe cuántas quedan', { now }),
})

/**
 * The value that a field showed, in a hidden field of its own: where nothing else was typed, nothing is saved. After an error it
 * stays, because unchanged fields still have it; but the error of a field says what is saved now, which was shown thereby.
 */
export const shown = (name: string, hidden: string, saved: number | null): OwnControl => ({
  names: [],
  control(form) {
    const value = form.isWrong(name) ? (saved ?? '') : form.value(hidden, saved)
    return html`<input type="hidden" name="${hidden}" value="${value}">`
  },
})
