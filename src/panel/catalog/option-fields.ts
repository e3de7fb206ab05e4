import { html } from '../../core/http/html.ts'
import { MAX_OPTIONS, type ProductOption } from '../../products/options.ts'
import type { ProductRow } from '../../products/product.ts'
import type { Form } from '../forms/form.ts'
import type { Part } from '../parts/field.ts'
import { valuesIn } from './product-options.ts'

const examples = [
  { name: 'Talla', values: 'S, M, L' },
  { name: 'Color', values: 'Azul, Rojo' },
  { name: 'Molienda', values: 'En grano, Molido' },
]

/** The options of a product: a name, and its values divided by commas, which a script shows as chips. */
export function optionFields(product: ProductRow | null): Part[] {
  return Array.from({ length: MAX_OPTIONS }, (_, n): Part => {
    const saved = product?.options[n]
    return {
      parts: [
        {
          name: `options.${n}.name`,
          label: 'Opción',
          value: saved?.name ?? '',
          max: 40,
          placeholder: examples[n]!.name,
        },
        {
          parts: [
            {
              name: `options.${n}.values`,
              label: 'Valores, con comas',
              value: saved?.values.join(', ') ?? '',
              placeholder: examples[n]!.values,
              autocomplete: 'off',
            },
          ],
          around: (field) => html`<chip-field>${field}</chip-field>`,
        },
      ],
      around: (fields) => html`
        <fieldset class="option">
          <legend class="hidden">Opción ${n + 1}</legend>
          ${fields}
        </fieldset>
      `,
    }
  })
}

/** The longest text of an option that is read: a rejected form may have any, and shows it in each row of a variant. */
const MAX_TEXT_LENGTH = 10_000

/** The options as the form has them: those that were typed, or those that are saved. `axis` is the row of each. */
export function optionsOf(form: Form, product: ProductRow | null): (ProductOption & { axis: number })[] {
  return Array.from({ length: MAX_OPTIONS }, (_, axis) => {
    const saved = product?.options[axis]
    return {
      axis,
      name: form.value(`options.${axis}.name`, saved?.name ?? '').slice(0, MAX_TEXT_LENGTH),
      values: valuesIn(
        form.value(`options.${axis}.values`, saved?.values.join(', ') ?? '').slice(0, MAX_TEXT_LENGTH),
      ),
    }
  }).filter(({ values }) => values.length > 0)
}
