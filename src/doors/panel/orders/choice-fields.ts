import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { choiceRule } from '../../../core/pages/choice-texts.ts'
import type { ProductDetail } from '../../../features/products/offered-groups.ts'
import { errorText } from '../forms/errors.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import type { Field } from '../parts/field.ts'

type Groups = ProductDetail['modifierGroups']
type Group = Groups[number]

/** A choice and the names of its fields: `items.0.modifiers.2.choiceId` and `….quantity`. */
type Row = { choice: Group['choices'][number]; name: string; count: string }

export function choicesField(form: Form, groups: Groups, line: number, currency: string): Field {
  const list = `items.${line}.modifiers`
  let next = 0
  const rows = groups.map((group) =>
    group.choices.map((choice): Row => {
      const modifier = `${list}.${next++}`
      return { choice, name: `${modifier}.choiceId`, count: `${modifier}.quantity` }
    }),
  )
  const names = [list, ...rows.flat().flatMap(({ name, count }) => [name, count])]
  const wrong = form.wrong(...names)
  const id = `choices-${line}`
  return {
    names,
    control: () => html`
      ${wrong && errorText(wrong, id)}
      ${groups.map(
        (group, n) => html`
          <fieldset class="choices"${wrong && html` aria-describedby="${id}"`}>
            <legend>${group.name} <small>${choiceRule(group)}</small></legend>
            <ul class="list">${rows[n]!.map((row) => choiceRow(form, row, currency))}</ul>
          </fieldset>
        `,
      )}
    `,
  }
}

/** A box, or how many where there can be several. Typed values may be those of the product that the line had before. */
function choiceRow(form: Form, { choice, name, count }: Row, currency: string): Html {
  const isChosen = form.value(name) === choice.id
  const text = html`
    <span class="row-text"><span>${choice.name}</span></span>
    ${choice.price > 0 && html`<span class="row-end">+ ${formatAmount(choice.price, currency)}</span>`}
  `
  if (choice.maxQuantity === 1)
    return html`
      <li>
        <label class="row choice">
          <input type="checkbox" name="${name}" value="${choice.id}"${isChosen && html` checked`}>${text}
        </label>
      </li>
    `
  const submitted = isChosen ? form.value(count) : ''
  const option = (value: string) => html`
    <option value="${value}"${value === submitted && html` selected`}>${value || '0'}</option>
  `
  const counts = Array.from({ length: choice.maxQuantity }, (_, n) => String(n + 1))
  return html`
    <li>
      <label class="row choice">
        <input type="hidden" name="${name}" value="${choice.id}">
        <select name="${count}">${['', ...counts].map(option)}</select>${text}
      </label>
    </li>
  `
}

/** Leaves out the choices of which there are none: the form names them all. */
export function withoutUnchosen(fields: FormFields): void {
  for (const name of fields.keys()) {
    const [, modifier] = /^(items\.\d+\.modifiers\.\d+)\.quantity$/.exec(name) ?? []
    if (modifier && lastOf(fields, name) === '') {
      fields.delete(name)
      fields.delete(`${modifier}.choiceId`)
    }
  }
}
