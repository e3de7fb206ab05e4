import { html, type Html } from '../../core/http/html.ts'
import { nameOfDeleted } from '../../products/list-deleted.ts'
import { SHOWN_VALUES_FIELD, VERSION_FIELD } from '../forms/conflict.ts'
import { saveFormDraft } from '../forms/drafts.ts'
import type { FormFields } from '../forms/form-fields.ts'
import type { StoreContext, View } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { productFields } from './product-fields.ts'

/**
 * The page of a deleted product: a button to restore it and, if another person deleted it during an edit, what was typed, which
 * the restored product's form shows too. @throws 404 when there is nothing to restore
 */
export async function deletedProductView(context: StoreContext, id: string): Promise<View> {
  const { sql, store, base, rejection } = context
  const path = `/productos/${id}`
  const name = await nameOfDeleted(sql, store.id, id)
  const restore = formOf(context.form(`${path}/restaurar`), submit('Restaurarlo', 'ghost'), {
    class: 'one-button',
  })
  const typed = rejection?.action === base + path ? rejection.fields : null
  if (typed) await saveFormDraft(context, path, withoutVersion(typed))
  return {
    title: name,
    back: { href: `${base}/productos`, label: 'Productos' },
    status: 404,
    main: typed ? html`${whileTyping(restore)}${await newFrom(context, typed)}` : inBin(restore),
  }
}

/** Drops the ETag, because restoring makes a new version. */
const withoutVersion = (fields: FormFields): FormFields =>
  new Map([...fields].filter(([name]) => name !== VERSION_FIELD && name !== SHOWN_VALUES_FIELD))

const inBin = (restore: Html) => html`
  <p>Este producto está en la papelera. Durante 30 días lo puedes restaurar como estaba.</p>
  ${restore}
`

const whileTyping = (restore: Html) => html`
  <div class="notice bad" role="alert">
    <p>
      <b>Otra persona eliminó este producto mientras escribías.</b> Lo tuyo sigue aquí y todavía no está guardado.
    </p>
    <p>Puedes restaurarlo, y ahí seguirá lo que escribiste, o publicarlo como producto nuevo.</p>
    ${restore}
  </div>
`

/** The form of a new product with what was typed. */
async function newFrom(context: StoreContext, fields: FormFields): Promise<Html> {
  const path = '/productos/nuevo'
  context.rejection = { action: context.base + path, fields, issues: [], message: '' }
  const form = context.form(path)
  const content = await productFields(context, form, null)
  return formOf(form, html`${content}${submit('Publicar como nuevo')}`, { hasFiles: true })
}
