import { html, type Html } from '../../../core/http/html.ts'
import { isId } from '../../../core/values/id.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { findProducts } from '../../../features/products/get.ts'
import type { ProductRow, StoredVariant } from '../../../features/products/product.ts'
import type { Category } from '../../../features/categories/category.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import type { Field, Part } from '../parts/field.ts'
import { plainAmount } from '../parts/money-field.ts'
import { MAX_LINES, MAX_PRODUCTS, MAX_ROWS } from './price-changes.ts'
import { shown } from './stock-fields.ts'

/**
 * A row of the table for each product and each of its variants, as many products as fit. A rejected form has the rows that it was
 * sent with, whatever the list shows by now: their prices may be what it is ordered by.
 */
export async function priceRows(context: StoreContext, form: Form, listed: string[], categories: Category[]) {
  const count = form.isSubmitted ? Math.min(form.rows('products', 0), MAX_PRODUCTS) : listed.length
  const ids = Array.from({ length: count }, (_, n) => form.value(`products.${n}.id`, listed[n] ?? ''))
  const products = await findProducts(context.sql, context.store.id, ids.filter(isId))
  const names = new Map(categories.map((one) => [one.id, one.name]))
  const rows: Part[] = []
  let room = MAX_LINES
  for (const [n, id] of ids.entries()) {
    const product = products.get(id)
    if (!product) continue
    const lines = linesOf(product)
    if (lines > room && rows.length > 0 && !form.isSubmitted) break
    room -= lines
    const facts = factsOf(product.sku, names.get(product.categoryId ?? ''))
    rows.push(productRows({ context, form, row: `products.${n}` }, product, facts))
  }
  return rows
}

const isPlain = ({ variants }: ProductRow) => variants.length === 1 && variants[0]!.isDefault
const hasOwnPage = ({ variants }: ProductRow) => variants.length > MAX_ROWS
const linesOf = (product: ProductRow) =>
  1 + (isPlain(product) || hasOwnPage(product) ? 0 : product.variants.length)

type Row = { context: StoreContext; form: Form; row: string }

/** What tells products of similar names apart, where there is room. */
function factsOf(...facts: (string | null | undefined)[]): Html | false {
  const known = facts.filter(Boolean)
  return known.length > 0 && html` <small class="at-desk">${known.join(' · ')}</small>`
}

function productRows({ context, form, row }: Row, product: ProductRow, facts: Html | false): Part {
  const { store } = context
  const { id, name, price, comparePrice, variants } = product
  const money = (value: number | null) => (value === null ? '' : plainAmount(value, store))
  const stock = isPlain(product) ? stockCell(`${row}.variants.0`, name, variants[0]!) : html`<td></td>`
  const head = html`${name}${facts}${idField(row, id)}${hasOwnPage(product) && variantsLink(context, product)}`
  return [
    tableRow(head, [
      cell(
        { name: `${row}.price`, label: t('Precio de {name}', { name }), saved: money(price) },
        { inputmode: 'decimal', empty: '' },
        shown(`${row}.price`, `${row}.shownPrice`, price),
      ),
      cell(
        {
          name: `${row}.comparePrice`,
          label: t('Precio anterior de {name}', { name }),
          saved: money(comparePrice),
        },
        { inputmode: 'decimal', empty: '' },
        shown(`${row}.comparePrice`, `${row}.shownComparePrice`, comparePrice),
      ),
      stock,
    ]),
    !isPlain(product) && !hasOwnPage(product) && variantRows(form, product, row, money),
  ]
}

function variantRows(
  form: Form,
  { name, price, variants }: ProductRow,
  row: string,
  money: (n: number | null) => string,
): Part {
  const listed = variants.map((variant) => variant.id)
  const rows = form.isSubmitted ? Math.min(form.rows(`${row}.variants`, 0), MAX_ROWS) : listed.length
  return Array.from({ length: rows }, (_, m) => {
    const own = `${row}.variants.${m}`
    const variant = variants.find((one) => one.id === form.value(`${own}.id`, listed[m] ?? ''))
    if (!variant) return null
    const of = `${name}, ${variant.name}`
    const before = shown(`${own}.price`, `${own}.shownPrice`, variant.price)
    const mode = { inputmode: 'decimal', empty: money(price) } as const
    return tableRow(html`<span>${variant.name}${factsOf(variant.sku)}</span>${idField(own, variant.id)}`, [
      cell(
        {
          name: `${own}.price`,
          label: t('Precio propio de {name}', { name: of }),
          saved: money(variant.price),
        },
        mode,
        before,
      ),
      html`<td></td>`,
      stockCell(own, of, variant),
    ])
  })
}

const tableRow = (head: Html, cells: Part[]): Part => ({
  parts: cells,
  around: (content) => html`<tr><th scope="row">${head}</th>${content}</tr>`,
})

const stockCell = (row: string, of: string, { id, stock }: StoredVariant): Part =>
  cell(
    { name: `${row}.stock`, label: t('Existencias de {name}', { name: of }), saved: String(stock ?? '') },
    { inputmode: 'numeric', empty: t('Sin contar') },
    shown(`${row}.stock`, `${row}.shownStock`, stock),
    row.endsWith('.0') ? idField(row, id) : null,
  )

type Mode = {
  inputmode: 'decimal' | 'numeric'
  empty: Wording
}

/** A cell with its field, and the value that it showed: what is not edited is not saved. */
function cell(
  { name, label, saved }: { name: string; label: Localized; saved: string },
  mode: Mode,
  before: Field,
  id: Html | null = null,
): Field {
  return {
    names: [name],
    control(form) {
      const wrong = form.wrong(name)
      const { inputmode, empty } = mode
      const marks = wrong && html`${invalidAttributes(form, name)} aria-describedby="${name}-wrong"`
      const control = 'control' in before ? before.control(form) : null
      return html`
        <td>
          <input name="${name}" aria-label="${label}" inputmode="${inputmode}" placeholder="${empty}" maxlength="20"
            ${marks} value="${form.value(name, saved)}">
          ${control}${id}${wrong && errorText(wrong, `${name}-wrong`)}
        </td>
      `
    },
  }
}

const idField = (row: string, id: string) => html`<input type="hidden" name="${row}.id" value="${id}">`

const variantsLink = ({ base }: StoreContext, { id, variants }: ProductRow) =>
  html` <a href="${base}/productos/${id}">
    ${t('{n, plural, one {# variante} other {# variantes}}: en su página', { n: variants.length })}
  </a>`
