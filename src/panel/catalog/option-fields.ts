import { html, type Html } from '../../core/http/html.ts'
import { MAX_OPTIONS, type ProductOption } from '../../products/options.ts'
import type { ProductRow, StoredVariant } from '../../products/product.ts'
import type { Form } from '../forms/form.ts'
import { field, select } from '../parts/field.ts'
import { optionsText, SHOWN_OPTIONS, valuesIn } from './with-options.ts'

/** The fields of options: a name, and its values divided by commas. */
export function optionFields(form: Form, product: ProductRow | null): Html {
  const shown = form.value(SHOWN_OPTIONS, optionsText(product?.options ?? []))
  const rows = Array.from({ length: MAX_OPTIONS }, (_, n) => {
    const saved = product?.options[n]
    return html`
      <fieldset class="variant">
        <legend class="hidden">Opción ${n + 1}</legend>
        ${field(form, {
          name: `options.${n}.name`,
          label: 'Opción',
          value: saved?.name ?? '',
          max: 40,
          placeholder: ['Talla', 'Color', 'Molienda'][n]!,
        })}
        ${field(form, {
          name: `options.${n}.values`,
          label: 'Valores, con comas',
          value: saved?.values.join(', ') ?? '',
          placeholder: ['S, M, L', 'Azul, Rojo', 'En grano, Molido'][n]!,
        })}
      </fieldset>
    `
  })
  return html`<input type="hidden" name="${SHOWN_OPTIONS}" value="${shown}">${rows}`
}

/** The longest text of an option that a variant's choice shows: a rejected form may have any, and shows it in each of its rows. */
const MAX_TEXT_LENGTH = 10_000

/** The options as the form has them: those that were typed, or those that are saved. */
export function optionsOf(form: Form, product: ProductRow | null): ProductOption[] {
  return Array.from({ length: MAX_OPTIONS }, (_, n) => {
    const saved = product?.options[n]
    return {
      name: form.value(`options.${n}.name`, saved?.name ?? '').slice(0, MAX_TEXT_LENGTH),
      values: valuesIn(
        form.value(`options.${n}.values`, saved?.values.join(', ') ?? '').slice(0, MAX_TEXT_LENGTH),
      ),
    }
  }).filter(({ name, values }) => name !== '' && values.length > 0)
}

/** A variant's value of each option. */
export function optionValueFields(
  form: Form,
  options: ProductOption[],
  variant: StoredVariant | undefined,
  n: number,
) {
  const list = `variants.${n}.optionValues`
  return options.map(({ name, values }, axis) =>
    select(form, {
      name: `${list}.${axis}`,
      errorsOf: axis === 0 ? list : undefined,
      label: name,
      value: variant?.optionValues[axis] ?? '',
      options: [{ value: '', label: 'Elige' }, ...values.map((value) => ({ value, label: value }))],
    }),
  )
}
