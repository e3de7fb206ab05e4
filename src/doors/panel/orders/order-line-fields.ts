import { html, type Html } from '../../../core/http/html.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { TOTAL_TOO_HIGH } from '../../../features/orders/errors.ts'
import { MAX_LENGTHS, MAX_LINES } from '../../../features/orders/order.ts'
import type { PreviewedTotal } from '../../../features/orders/preview-total.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import type { Form } from '../forms/form.ts'
import { errorOf, namesOf, type Field, type Part } from '../parts/field.ts'
import { section } from '../parts/list.ts'
import { choicesField } from './choice-fields.ts'
import { LESS, MORE, productField, type NewLine } from './order-lines.ts'

/** The most choices of a page: a hundred lines with what ten groups offer would take seconds to show. */
const MAX_CHOICES_SHOWN = 2000

type Lines = { subtotals?: Map<number, number>; currency: string; max: number }

/** The lines under a title, each with its quantity, what is to be chosen of it, and a note. */
export const lineSection = (
  title: Localized,
  form: Form,
  lines: NewLine[],
  { subtotals, currency, max }: Lines,
): Part => ({
  parts: [errorOf('items'), ...lineFields(form, lines, currency, subtotals)],
  around: (fields) =>
    section(
      title,
      html`
        ${lines.length === 0 && html`<p class="hint">${t('Aún nada.')}</p>`}
        ${lines.length === max && html`<p class="hint">${t('Un pedido tiene {max} artículos como máximo.', { max: MAX_LINES })}</p>`}
        ${fields}
      `,
      'pedido',
    ),
})

function lineFields(form: Form, lines: NewLine[], currency: string, subtotals: Lines['subtotals']): Part[] {
  let room = MAX_CHOICES_SHOWN
  return lines.map((line): Part => {
    const { n, product } = line
    const groups = product?.modifierGroups ?? []
    room -= groups.reduce((sum, { choices }) => sum + choices.length, 0)
    const choices = room < 0 ? noRoom : choicesField(form, groups, n, currency)
    const amount = subtotals?.get(n)
    return {
      parts: [
        variantField(line, currency),
        quantityField(n, nameOf(line)),
        groups.length > 0 && choices,
        folded(t('Nota'), [noteField(n)]),
      ],
      around: (fields) => html`
        <fieldset class="line">
          <legend>${nameOf(line)}</legend>
          ${amount !== undefined && html`<span class="row-end">${formatAmount(amount, currency)}</span>`}
          ${fields}
        </fieldset>
      `,
    }
  })
}

/** Collapsed while nothing is typed in it: the form is shown again at each tap. */
export const folded = (summary: Localized, parts: Part[]): Part => ({
  parts,
  around: (content, form) => {
    const names = namesOf(parts).filter((name) => !name.endsWith('.*'))
    const isOpen = names.some((name) => form.wrong(name) || !['', 'false'].includes(form.value(name)))
    return html`
      <details class="fold"${isOpen && html` open`}><summary>${summary}</summary><div class="fields">${content}</div></details>
    `
  },
})

const noRoom = html`
  <p class="hint">${t('Los extras de este artículo ya no caben aquí: pídelo en otro pedido.')}</p>
`

const nameOf = ({ product }: NewLine): Wording => product?.name ?? t('Ya no se vende')

/** The only variant, or a list to choose from. */
function variantField({ n, variantId, product }: NewLine, currency: string): Part {
  const name = `items.${n}.variantId`
  const variants = product?.variants ?? []
  const ofProduct = product && html`<input type="hidden" name="${productField(n)}" value="${product.id}">`
  if (variants.length < 2) {
    const only = variants[0]?.id ?? variantId
    return { names: [name], control: (form) => html`
      ${ofProduct}<input type="hidden" name="${name}" value="${only}">${wrongText(form, name, `line-${n}-wrong`)}
    ` } // prettier-ignore
  }
  const options = variants.map(({ id, name: label, price, stock }) => ({
    value: id,
    label: joined([label, stock === 0 ? t('agotada') : formatAmount(price, currency)], ', '),
  }))
  return [ofProduct, { name, label: t('Cuál'), options: [{ value: '', label: t('Elige cuál') }, ...options] }]
}

const wrongText = (form: Form, name: string, id: string) => {
  const wrong = form.wrong(name)
  return wrong && errorText(wrong, id)
}

/** @param saved the quantity before anything was typed */
export function quantityField(n: number, what: Wording, saved?: number): Field {
  const name = `items.${n}.quantity`
  const item = n > 0 ? t('{item} (artículo {n})', { item: what, n: n + 1 }) : what
  const button = (field: string, label: Localized, sign: string) => html`
    <button class="quiet" name="${field}" value="${n}" aria-label="${label}">${sign}</button>
  `
  return {
    names: [name],
    control: (form) => html`
      <div class="stepper">
        ${button(LESS, t('Uno menos: {item}', { item }), '−')}
        <input name="${name}" value="${form.value(name, saved)}" inputmode="numeric" maxlength="4" autocomplete="off"
          aria-label="${t('Cantidad de {item}', { item })}"${form.wrong(name) && invalidAttributes(form, name)}>
        ${button(MORE, t('Uno más: {item}', { item }), '+')}
      </div>
      ${wrongText(form, name, `quantity-${n}-wrong`)}
    `,
  }
}

const noteField = (n: number): Part => ({
  name: `items.${n}.note`,
  label: t('Para este artículo'),
  max: MAX_LENGTHS.itemNote,
  placeholder: t('Para regalo'),
  autocomplete: 'off',
})

type Sums = { total: PreviewedTotal | null; hasLines: boolean; hasCode: boolean; currency: string }

export function sums({ total, hasLines, hasCode, currency }: Sums): Html {
  const missing = hasLines ? t('Falta elegir cuál, arriba.') : t('Toca un producto para agregarlo.')
  if (!total) return html`<div class="order-total"><p class="hint">${missing}</p></div>`
  const amount = (value: number) => formatAmount(value, currency)
  const { subtotal, shipping, discount } = total
  const parts = [
    (shipping !== null || discount !== null) && t('Productos {amount}', { amount: amount(subtotal) }),
    shipping !== null && t('Envío {amount}', { amount: shipping === 0 ? t('gratis') : amount(shipping) }),
    discount !== null && t('Descuento −{amount}', { amount: amount(discount) }),
    hasCode && discount === null && t('Ese código no descuenta nada'),
  ].filter((part) => part !== false)
  return html`
    <div class="order-total">
      ${
        total.total === null
          ? errorText(TOTAL_TOO_HIGH, 'total-wrong')
          : html`<p><span>${t('Total')}</span> <output class="total">${amount(total.total)}</output></p>`
      }
      ${parts.length > 0 && html`<small>${joined(parts, ' · ')}</small>`}
    </div>
  `
}
