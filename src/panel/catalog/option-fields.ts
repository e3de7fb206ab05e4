import { html, type Html } from '../../core/http/html.ts'
import { MAX_OPTIONS, type ProductOption } from '../../products/options.ts'
import type { ProductRow, StoredVariant } from '../../products/product.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { rowOf, type Form } from '../forms/form.ts'
import { field, select } from '../parts/field.ts'

/** The fields of options: a name, and its values divided by commas. */
export function optionFields(form: Form, product: ProductRow | null): Html[] {
  return Array.from({ length: MAX_OPTIONS }, (_, n) => {
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
}

/** The options as the form has them: those that were typed, or those that are saved. */
export function optionsOf(form: Form, product: ProductRow | null): ProductOption[] {
  return Array.from({ length: MAX_OPTIONS }, (_, n) => {
    const saved = product?.options[n]
    return {
      name: form.value(`options.${n}.name`, saved?.name ?? ''),
      values: valuesIn(form.value(`options.${n}.values`, saved?.values.join(', ') ?? '')),
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
  return options.map(({ name, values }, axis) =>
    select(form, {
      name: `variants.${n}.optionValues.${axis}`,
      label: name,
      value: variant?.optionValues[axis] ?? '',
      options: [{ value: '', label: 'Elige' }, ...values.map((value) => ({ value, label: value }))],
    }),
  )
}

const valuesIn = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)

/** The fields as the API has them: each value of an option by itself, and a variant without a name by its values. */
export function withOptions(fields: FormFields): FormFields {
  const api = new Map(fields)
  const isFilled = (n: string | number) => valuesIn(lastOf(fields, `options.${n}.values`) ?? '').length > 0
  for (const [name, typed] of fields) {
    if (/^options\.\d+\.values$/.test(name)) api.set(name, typed.flatMap(valuesIn))
    const [, axis] = /^variants\.\d+\.optionValues\.(\d)$/.exec(name) ?? []
    if (axis && !isFilled(axis)) api.delete(name) // of an option that goes
    const n = rowOf(name, 'variants')
    if (n === -1 || lastOf(api, `variants.${n}.name`)?.trim()) continue
    const values = [0, 1, 2]
      .filter(isFilled)
      .flatMap((axis) => lastOf(fields, `variants.${n}.optionValues.${axis}`) || [])
    if (values.length > 0) api.set(`variants.${n}.name`, [values.join(' / ')])
  }
  return api
}
