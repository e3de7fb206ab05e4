import { isId } from '../../../core/values/id.ts'
import { MAX_LINES, MAX_QUANTITY, type NewItem } from '../../../features/orders/order.ts'
import { findProducts } from '../../../features/products/get.ts'
import { readDetails, type ProductDetail } from '../../../features/products/offered-groups.ts'
import { productColumns, type ProductRow } from '../../../features/products/product.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'

/** Buttons that show the form again: a product's that adds it, by its id; and those of a line, by its number. */
export const ADD = '_add'
export const MORE = '_more'
export const LESS = '_less'
/** The button that shows the form again, for what was typed: products of a search, or who has the phone. */
export const FIND = '_find'
/** The button that goes on with the form; the script sends taps that were not shown yet with it. */
export const SAVE = '_save'

/** The button of an item of the order that puts it in as a line, in which its choices can be changed; by the item's number. */
export const EDIT = '_edit'

/** Whether the form is to be shown again: one of its buttons was tapped, but not the one that goes on. */
export const isTapped = (fields: FormFields, ...others: string[]): boolean =>
  !fields.has(SAVE) && [ADD, MORE, LESS, FIND, EDIT, ...others].some((name) => fields.has(name))

export const productField = (n: number) => `_product.${n}`

/** The fields of a line by their names within it, such as `quantity`; `_product` is its product. */
type Line = Map<string, string[]>

/**
 * Does what the tapped buttons say, with the lines in the form numbered from `first` and without those of which there is none. The
 * script sends several taps at once, and also with the form's own button. The items before `first` stay, and only their quantities change.
 */
export async function applyTaps({ sql, store }: StoreContext, fields: FormFields, first = 0): Promise<void> {
  for (const n of fields.get(MORE) ?? []) stepField(fields, n, 1)
  for (const n of fields.get(LESS) ?? []) stepField(fields, n, -1)
  const lines = readLines(fields, first)
  const kept = [...lines.values()].filter((line) => quantityOf(line) > 0 || hasOddQuantity(line))
  const added = (fields.get(ADD) ?? []).filter(isId)
  const products = added.length > 0 ? await findProducts(sql, store.id, [...new Set(added)]) : new Map()
  for (const id of added) {
    const product = products.get(id) as ProductRow | undefined
    if (product?.isActive) add(kept, product, MAX_LINES - first)
  }
  for (const name of [...fields.keys()].filter((one) => lineOf(one) >= first)) fields.delete(name)
  kept.forEach((line, row) => {
    const n = first + row
    for (const [name, values] of line)
      fields.set(name === '_product' ? productField(n) : `items.${n}.${name}`, values)
  })
}

const lineField = /^(?:items|_product)\.(\d{1,3})(?:\.(.+))?$/

const lineOf = (field: string): number => Number(lineField.exec(field)?.[1] ?? -1)

function readLines(fields: FormFields, first: number): Map<string, Line> {
  const lines = new Map<string, Line>()
  for (const [field, values] of fields) {
    const [, n, name = '_product'] = lineField.exec(field) ?? []
    if (n === undefined || Number(n) < first) continue
    lines.set(n, (lines.get(n) ?? new Map<string, string[]>()).set(name, values))
  }
  return lines
}

const quantityText = (line: Line) => lastOf(line, 'quantity')?.trim() ?? ''
const quantityOf = (line: Line) => (/^\d{1,4}$/.test(quantityText(line)) ? Number(quantityText(line)) : 0)
/** What is no number stays, for the API to reject. */
const hasOddQuantity = (line: Line) => !/^0*$/.test(quantityText(line))

const stepped = (line: Line, by: number) => [
  String(Math.min(Math.max(0, quantityOf(line) + by), MAX_QUANTITY)),
]

function stepField(fields: FormFields, n: string, by: number) {
  const name = `items.${n}.quantity`
  const quantity = fields.get(name)
  if (quantity) fields.set(name, stepped(new Map([['quantity', quantity]]), by))
}

/** One more of a product; of one with something to choose a line of its own, in which that is chosen. */
function add(lines: Line[], { id, variants, modifierGroupIds }: ProductRow, max: number) {
  const active = variants.filter(({ isActive }) => isActive)
  const only = active.length === 1 ? active[0]! : null
  const same =
    modifierGroupIds.length === 0 && only && lines.find((line) => lastOf(line, 'variantId') === only.id)
  if (same) return void same.set('quantity', stepped(same, 1))
  if (lines.length === max) return
  lines.push(
    new Map([
      ['_product', [id]],
      ['variantId', [only?.id ?? '']],
      ['quantity', ['1']],
    ]),
  )
}

export type NewLine = { n: number; variantId: string; quantity: string; product: ProductDetail | undefined }

export async function newLines({ sql, store }: StoreContext, form: Form, first = 0): Promise<NewLine[]> {
  const count = Math.min(form.rows('items', first), MAX_LINES) - first
  const rows = Array.from({ length: count }, (_, row) => first + row).map((n) => ({
    n,
    variantId: form.value(`items.${n}.variantId`),
    quantity: form.value(`items.${n}.quantity`),
    productId: form.value(productField(n)),
  }))
  const [ids, productIds] = [rows.map(({ variantId }) => variantId), rows.map(({ productId }) => productId)]
  if (rows.length === 0) return []
  const products = await sql<ProductRow[]>`
    select ${productColumns(sql)}
    from products
    where store_id = ${store.id} and is_active and deleted_at is null
    and (
      id = any(${productIds.filter(isId)}::text[])
      or id in (select product_id from variants where store_id = ${store.id} and id = any(${ids.filter(isId)}::text[]))
    )`
  const details = await readDetails(sql, store.id, products)
  return rows.map(({ productId, ...row }) => ({
    ...row,
    product: details.find(
      ({ id, variants }) => variants.some((variant) => variant.id === row.variantId) || id === productId,
    ),
  }))
}

export function itemsToPrice(form: Form, lines: NewLine[]): { n: number; item: NewItem }[] {
  return lines.flatMap(({ n, variantId, quantity, product }) => {
    const isSold = product?.variants.some(({ id }) => id === variantId)
    if (!isSold || !/^\d{1,4}$/.test(quantity) || Number(quantity) === 0) return []
    return [{ n, item: { variantId, quantity: Number(quantity), modifiers: chosenIn(form, n, product!) } }]
  })
}

/** The choices of a line that its product offers; their fields are numbered in the order of the page: `choice-fields.ts`. */
function chosenIn(
  form: Form,
  n: number,
  { modifierGroups }: ProductDetail,
): NonNullable<NewItem['modifiers']> {
  return modifierGroups
    .flatMap(({ choices }) => choices)
    .flatMap(({ id, maxQuantity }, m) => {
      if (form.value(`items.${n}.modifiers.${m}.choiceId`) !== id) return []
      const count = maxQuantity === 1 ? '1' : form.value(`items.${n}.modifiers.${m}.quantity`)
      return /^\d{1,2}$/.test(count) ? [{ choiceId: id, quantity: Number(count) }] : []
    })
}
