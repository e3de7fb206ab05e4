import { t } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { nameOfDeleted } from '../../../features/products/list-deleted.ts'
import { draftOwnerOf, saveDraft, storedFields } from '../forms/drafts.ts'
import type { FormFields } from '../forms/form-fields.ts'
import { VERSION_FIELD } from '../forms/form.ts'
import type { StoreContext, View } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { productParts } from './product-fields.ts'

/**
 * The page of a deleted product: a button to restore it and, if another person deleted it during an edit, what was typed, which
 * the restored product's form shows too. @throws 404 when there is nothing to restore
 */
export async function deletedProductView(context: StoreContext, id: string): Promise<View> {
  const { sql, store, base } = context
  const path = `/productos/${id}`
  const name = await nameOfDeleted(sql, store.id, id)
  const restore = formOf(context.form(`${path}/restaurar`), submit(t('Restaurarlo'), 'ghost'), {
    class: 'one-button',
  })
  const submitted = context.submitted?.action === base + path ? context.submitted.fields : null
  if (submitted) await saveDraft(sql, draftOwnerOf(context), path, storedFields(withoutVersion(submitted)))
  return {
    title: name,
    back: { href: `${base}/productos`, label: t('Productos') },
    status: 404,
    explainsError: true,
    main: submitted ? html`${whileTyping(restore)}${await newFrom(context, submitted)}` : inBin(restore),
  }
}

/** Drops the ETag, because restoring makes a new version. */
const withoutVersion = (fields: FormFields): FormFields =>
  new Map([...fields].filter(([name]) => name !== VERSION_FIELD))

const inBin = (restore: Html) => html`
  <p>${t('Este producto está en la papelera. Durante 30 días lo puedes restaurar como estaba.')}</p>
  ${restore}
`

const whileTyping = (restore: Html) => html`
  <div class="notice bad" role="alert">
    <p>
      ${t(
        '<b>Otra persona eliminó este producto mientras escribías.</b> Lo tuyo sigue aquí y todavía no está guardado.',
        {
          b: (text) => html`<b>${text}</b>`,
        },
      )}
    </p>
    <p>${t('Puedes restaurarlo, y ahí seguirá lo que escribiste, o publicarlo como producto nuevo.')}</p>
    ${restore}
  </div>
`

async function newFrom(context: StoreContext, fields: FormFields): Promise<Html> {
  const path = '/productos/nuevo'
  const form = context.form(path, fields)
  const content = await productParts(context, form, null)
  return formOf(form, [...content, submit(t('Publicar como nuevo'))], { hasFiles: true })
}
