import { Type, type Static } from 'typebox'
import { html, type Html } from '../../../core/http/html.ts'
import { ApiError } from '../../../core/errors/errors.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import { findChangeRow } from '../../../features/changes/get.ts'
import { toShownChange, type ShownChange } from '../../../features/changes/to-change.ts'
import { undoChange } from '../../../features/changes/undo.ts'
import { performAs } from '../forms/perform.ts'
import type { Difference } from '../../../features/changes/plan-undo.ts'
import { undoImport } from '../../../features/imports/undo.ts'
import { moment } from '../../../core/pages/format.ts'
import { undoneText, waitForImport } from '../forms/send-import.ts'
import { storePage, type Outcome, type StoreContext, type View } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { differenceList, itemTable, channels, mayUndo, titleOf } from './activity-change.ts'
import { hasSensitiveFields } from '../access/sensitive-fields.ts'
/** `next` is a page of the store, as the list was seen: with its search. */
const Undo = Body({
  next: Type.Optional(
    Type.String({ pattern: String.raw`^/[a-z0-9/-]*(?:\?[\w=&%.+*-]*)?$`, maxLength: 500 }),
  ),
})
type Undo = Static<typeof Undo>

export const activityChangePage = storePage({
  path: '/actividad/:id',
  needs: 'store:write',
  async show(context) {
    const change = await findChange(context)
    const { summary, by, createdAt, items, itemCount } = change
    return {
      title: summary,
      back: { href: `${context.base}/actividad`, label: t('Actividad') },
      main: html`
        <p class="muted">${moment(createdAt, context.store.timeZone)}, ${channels[by]}</p>
        ${items.map((item) => section(titleOf(item), itemTable(context, item)))}
        ${itemCount > items.length && html`<p class="muted">${t('Y {n} más.', { n: itemCount - items.length })}</p>`}
        ${undoPart(context, change)}
      `,
    }
  },
  forms: {
    '/actividad/:id/deshacer': {
      body: Undo,
      needs: 'store:write',
      needsPassword: async (context) => hasSensitiveFields((await findChange(context)).items),
      maxHandlerMs: undoChange.maxHandlerMs,
      run: undo,
    },
  },
})

async function findChange({ sql, store, params }: StoreContext): Promise<ShownChange> {
  const row = await findChangeRow(sql, store.id, params['id']!)
  return toShownChange(row, row.accountName ?? row.accountEmail)
}

function undoPart({ base, form }: StoreContext, change: ShownChange): Html {
  const { id, undoneBy, undoes } = change
  const link = (other: string, text: Localized) =>
    html`<p><a href="${base}/actividad/${other}">${text}</a></p>`
  return html`
    ${undoes && link(undoes, t('El cambio que este deshizo'))}
    ${undoneBy && link(undoneBy, t('Este cambio se deshizo'))}
    ${mayUndo(change) && formOf(form(`/actividad/${id}/deshacer`), submit(t('Deshacer este cambio'), 'ghost'), { class: 'one-button' })}
  `
}

async function undo(context: StoreContext, { next = '/actividad' }: Undo): Promise<Outcome> {
  const { by, undoes, id } = await findChange(context)
  if (by === 'import' && !undoes) return undoWholeImport(context, id, next)
  try {
    const { data } = await performAs(context, undoChange, { id: context.params['id'] })
    const again = {
      action: `${context.base}/actividad/${data.id}/deshacer`,
      label: t('Rehacer'),
      fields: { next },
    }
    return { message: t('Listo: quedó como estaba antes'), undo: again, next }
  } catch (error) {
    if (error instanceof ApiError && error.body.code === 'CHANGED_SINCE') return conflictView(context, error)
    throw error
  }
}

async function undoWholeImport(context: StoreContext, id: string, next: string): Promise<Outcome> {
  await performAs(context, undoImport, { id })
  const { undo } = await waitForImport(context)
  return undo
    ? { message: undoneText(undo), next }
    : { message: t('La importación se está deshaciendo'), next: `/importar/${id}` }
}

function conflictView(context: StoreContext, { status, body, sentence }: ApiError): View {
  const differences = (body.details?.['difference'] ?? []) as Difference[]
  return {
    status,
    title: t('No se deshizo'),
    back: { href: `${context.base}/actividad`, label: t('Actividad') },
    main: html`
      <div class="notice bad" role="alert">
        <p>${sentence}.</p>
        ${differenceList(context, differences)}
      </div>
      <p><a class="button ghost" href="${context.base}/actividad/${context.params['id']}">${t('Ver el cambio')}</a></p>
    `,
  }
}
