import type { Category } from '../../categories/category.ts'
import { html, type Html } from '../../core/http/html.ts'
import { errorText, invalid } from '../forms/errors.ts'
import type { StoreContext } from '../page.ts'
import { formOf } from '../parts/form.ts'
import { errorOf, type Part } from '../parts/field.ts'

/** The form for all selected products. `query` is the filter of the list with the checkboxes. */
export const bulkForm = (context: StoreContext, fields: Part, query: string): Html => html`
  <div class="card many">${formOf(context.form('/productos/varios'), fields, { id: 'many', query })}</div>
`

export const bulkFields = (context: StoreContext, categories: Category[], query: string): Part => [
  errorOf('ids'),
  html`
    <p class="hint">Toca los productos que quieras cambiar.</p>
    <div class="buttons">
      ${action('show', 'Mostrar')}
      ${action('hide', 'Ocultar')}
      ${action('delete', 'Eliminar', 'danger')}
    </div>
  `,
  {
    parts: [categories.length > 0 && toCategory(categories), percent],
    around: (fields, form) => html`
      <details${form.isTyped && html` open`}>
        <summary>Categoría y precio</summary>
        <div class="fields">${fields}</div>
      </details>
    `,
  },
  html`<a class="quiet" href="${context.base}/productos${query}">Terminar</a>`,
]

const action = (value: string, label: string, kind = 'ghost') => html`
  <button class="button ${kind}" name="action" value="${value}">${label}</button>
`

const toCategory = (categories: Category[]): Part => ({
  names: [],
  control(form) {
    const chosen = form.value('categoryId')
    const options = categories.map(
      ({ id, name }) => html`<option value="${id}"${id === chosen && html` selected`}>${name}</option>`,
    )
    return html`
      <div class="affix">
        <select name="categoryId" aria-label="Categoría nueva">
          <option value="">Sin categoría</option>
          ${options}
        </select>
        ${action('category', 'Poner')}
      </div>
    `
  },
})

const percent: Part = {
  names: ['percent'],
  control(form) {
    const wrong = form.wrong('percent')
    const marks = wrong && html`${invalid(form, 'percent')} aria-describedby="percent-wrong"`
    return html`
      <div class="affix">
        <input name="percent" inputmode="decimal" maxlength="8" placeholder="-10"
          aria-label="Porcentaje: 10 sube, -10 baja" value="${form.value('percent')}"${marks}>
        <span>%</span>
        ${action('price', 'Cambiar precio')}
      </div>
      ${wrong && errorText(wrong, 'percent-wrong')}
      <small>10 sube los precios un 10 %; -10 los baja.</small>
    `
  },
}
