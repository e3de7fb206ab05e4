import type { Category } from '../../categories/category.ts'
import { html, type Html } from '../../core/http/html.ts'
import type { StoreContext } from '../page.ts'
import { formOf } from './form.ts'

/** What is done with all products whose box is ticked; the boxes stand in the list. */
export function manyForm(context: StoreContext, categories: Category[]): Html {
  const form = context.form('/productos/varios')
  const [nothing, wrong] = [form.wrong('ids'), form.wrong('percent')]
  const action = (value: string, label: string, kind = 'ghost') =>
    html`<button class="button ${kind}" name="action" value="${value}">${label}</button>`
  const toCategory = html`<div class="affix"><select name="categoryId" aria-label="Categoría nueva"><option value="">Sin categoría</option>${categories.map(
    ({ id, name }) =>
      html`<option value="${id}"${id === form.value('categoryId') && html` selected`}>${name}</option>`,
  )}</select>${action('category', 'Poner')}</div>`
  const percent = html`<div class="affix"><input name="percent" inputmode="decimal" maxlength="8" placeholder="-10" aria-label="Porcentaje: 10 sube, -10 baja" value="${form.value('percent')}"${
    wrong && html` aria-invalid="true" aria-describedby="percent-wrong" autofocus`
  }><span>%</span>${action('price', 'Cambiar precio')}</div>${wrong && html`<p class="wrong" id="percent-wrong">${wrong.message}</p>`}`
  const content = html`${nothing && html`<p class="wrong" role="alert">${nothing.message}</p>`}<div class="buttons">${action('show', 'Mostrar')}${action('hide', 'Ocultar')}${action('delete', 'Eliminar', 'danger')}</div>
<details${form.isRejected && html` open`}><summary>Categoría y precio</summary><div class="fields">${categories.length > 0 && toCategory}${percent}</div></details>
<a class="quiet" href="${context.base}/productos">Terminar</a>`
  return html`<div class="card many">${formOf(form, content, { id: 'many' })}</div>`
}
