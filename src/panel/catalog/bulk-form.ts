import type { Category } from '../../categories/category.ts'
import { html, type Html } from '../../core/http/html.ts'
import { errorText, shows } from '../forms/errors.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { formOf } from '../parts/form.ts'

/** The form for all selected products. `query` is the filter of the list with the checkboxes. */
export function bulkForm(context: StoreContext, categories: Category[], query: string): Html {
  const form = context.form('/productos/varios')
  const wrong = form.wrong('ids')
  const content = html`
    ${wrong && html`<p class="wrong" role="alert"${shows(wrong.issues)}>${wrong.message}</p>`}
    <p class="hint">Toca los productos que quieras cambiar.</p>
    <div class="buttons">
      ${action('show', 'Mostrar')}
      ${action('hide', 'Ocultar')}
      ${action('delete', 'Eliminar', 'danger')}
    </div>
    <details${form.isTyped && html` open`}>
      <summary>Categoría y precio</summary>
      <div class="fields">${categories.length > 0 && toCategory(form, categories)}${percent(form)}</div>
    </details>
    <a class="quiet" href="${context.base}/productos${query}">Terminar</a>
  `
  return html`<div class="card many">${formOf(form, content, { id: 'many', query })}</div>`
}

const action = (value: string, label: string, kind = 'ghost') => html`
  <button class="button ${kind}" name="action" value="${value}">${label}</button>
`

function toCategory(form: Form, categories: Category[]): Html {
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
}

function percent(form: Form): Html {
  const wrong = form.wrong('percent')
  const marks = wrong && html` aria-invalid="true" aria-describedby="percent-wrong"`
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
}
