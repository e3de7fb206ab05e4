import { html, type Html } from '../../core/http/html.ts'
import type { Form } from '../forms/form.ts'
import type { Part } from '../parts/field.ts'
import { icon } from '../parts/icon.ts'
import { choicesField } from './choice-fields.ts'
import { folded, MAX_CHOICES_SHOWN, noRoom, noteField } from './till-line-fields.ts'
import { SEARCH_FIELD, type Orderable } from './variant-options.ts'

/** The buttons that show the form again, with the products that were searched for and what can be chosen with those in it. */
export const SEARCH_BUTTON = '_find'

/** Rows of an order's form from `first` on, each a product with its quantity, choices and note. */
export function itemRows(
  form: Form,
  { options: variants, groups }: Orderable,
  { first, count, currency }: { first: number; count: number; currency: string },
): Part[] {
  const options = [{ value: '', label: 'Elige un producto' }, ...variants]
  let room = MAX_CHOICES_SHOWN
  return Array.from({ length: count }, (_, row): Part => {
    const n = first + row
    const offered = groups.get(form.value(`items.${n}.variantId`)) ?? []
    room -= offered.reduce((sum, { choices }) => sum + choices.length, 0)
    const choices = room < 0 ? noRoom : choicesField(form, offered, n, currency)
    return {
      parts: [
        { name: `items.${n}.variantId`, label: 'Producto', options },
        { name: `items.${n}.quantity`, label: 'Cantidad', inputmode: 'numeric', max: 4 },
        {
          parts: [offered.length > 0 && choices, folded('Nota', [noteField(n)])],
          around: (fields) => html`<div class="fields wide">${fields}</div>`,
        },
      ],
      around: (fields) => html`
        <fieldset class="item">
          <legend class="hidden">Artículo ${n + 1}</legend>
          ${fields}
        </fieldset>
      `,
    }
  })
}

/** In a large catalog: a button that shows the same form with what was found, and all that was typed. */
export const productSearch = (form: Form, notFound: string[]): Html => html`
  <p class="hint">
    Tienes muchos productos: busca los que te piden, con comas entre ellos. Lo que ya escribiste se queda.
    <output>${notFound.length > 0 && `No encontramos: ${notFound.join(', ')}.`}</output>
  </p>
  <div class="filter">
    <input type="search" name="${SEARCH_FIELD}" value="${form.value(SEARCH_FIELD)}" maxlength="200" placeholder="café, taza"
      aria-label="Buscar productos para el pedido">
    <button class="button ghost" name="${SEARCH_BUTTON}" value="1" formaction="${form.action}#items" aria-label="Buscar">
      ${icon('search')}
    </button>
  </div>
`

/** Shows the same form with what can be chosen with the products in it. */
export const extrasButton = (form: Form): Html => html`
  <button class="button ghost" name="${SEARCH_BUTTON}" value="1" formaction="${form.action}#items">Ver los extras</button>
`
