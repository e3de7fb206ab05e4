import { t, type Localized } from '../../../core/texts/text.ts'
import { Type } from 'typebox'
import { listCategoryNames } from '../../../features/categories/add-many.ts'
import type { Sql } from '../../../core/database/db.ts'
import { undoImport } from '../../../features/imports/undo.ts'
import type { ReadableImport } from '../../../features/imports/readable-import.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { columns as knownColumns, FIELDS, type Field } from '../../../features/imports/columns.ts'
import { listImportRows } from '../../../features/imports/get.ts'
import { ACTIONS, findImport, readOneImport, type Action } from '../../../features/imports/import.ts'
import { listDefinedGroups } from '../../../features/modifier-groups/add-many.ts'
import { rerunImport, waitForImport } from '../forms/send-import.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { actionTabs, importRow, progress, summary } from './import-result.ts'
import { listHref, pageOf, pager } from '../parts/pager.ts'

const PAGE = 50
/** The polling interval of a running import, in seconds. */
const REFRESH = '3'

export const importResultPage = storePage({
  path: '/importar/:id',
  needs: 'products:write',
  async show(context) {
    const found = await waitForImport(context)
    if (isRunning(found)) context.reply.header('refresh', REFRESH)
    const back = { href: `${context.base}/importar`, label: t('Importar') }
    return { title: titleOf(found), back, main: await mainOf(context, found) }
  },
  forms: {
    '/importar/:id/confirmar': {
      needs: 'products:write',
      body: Body({ skipRefused: Type.Optional(Type.Boolean()) }),
      async run(context, { skipRefused = false }: { skipRefused?: boolean }, key) {
        const id = await rerunImport(context, { skipRefused }, key)
        return { message: t('Empezó la importación'), next: `/importar/${id}` }
      },
    },
    '/importar/:id/deshacer': {
      operation: undoImport,
      done: t('La importación se está deshaciendo'),
      next: ({ params }) => `/importar/${params['id']}`,
    },
  },
})

const isRunning = ({ state, pictures }: ReadableImport) =>
  state === 'waiting' ||
  state === 'undoing' ||
  (state === 'done' && pictures.stored + pictures.failed < pictures.total)

function titleOf({ state, dryRun }: ReadableImport): Localized {
  if (state === 'failed') return dryRun ? t('Así no se puede importar') : t('No se importó')
  if (state === 'waiting') return dryRun ? t('Leyendo el archivo…') : t('Importando…')
  if (state === 'undoing') return t('Deshaciendo…')
  if (state === 'undone') return t('Importación deshecha')
  return dryRun ? t('Así quedaría') : t('Importación terminada')
}

async function mainOf(context: StoreContext, found: ReadableImport): Promise<Html> {
  const action = ACTIONS.find((one) => one === context.query['tipo'])
  const page = pageOf(context.query, PAGE)
  const { sql, store, session } = context
  const names = await readNames(sql, store.id, found.id)
  const of = { sql, accountId: session.accountId, storeId: store.id, action, ...page }
  const { rows, total } = await listImportRows(found, of)
  const products: Html[] = [] // as text: their values take several times as much
  for await (const row of rows)
    products.push(importRow({ currency: store.currency, names }, context.base, row))
  const hrefOf = (tipo: Action | undefined, offset = 0) =>
    listHref(`${context.base}/importar/${found.id}`, { tipo, offset })
  const isEmpty = Object.values(found.counts).every((count) => count === 0)
  return html`
    ${progress(found)}
    ${!isEmpty && summary(found)}
    ${nextStep(context, found)}
    ${!isEmpty && actionTabs(found, action, (tipo) => hrefOf(tipo))}
    ${products.length > 0 && html`<ul class="list" aria-label="${t('Productos del archivo')}">${products}</ul>`}
    ${pager({ ...page, total }, (offset) => hrefOf(action, offset))}
  `
}

async function readNames(sql: Sql, storeId: string, importId: string): Promise<Map<string, string>> {
  const [categories, groups, { result }] = await Promise.all([
    listCategoryNames(sql, storeId),
    listDefinedGroups(sql, storeId),
    findImport(sql, storeId, importId),
  ])
  const { newCategories = [], newModifierGroups = [] } = result
  const named = [...categories, ...groups, ...newCategories, ...newModifierGroups]
  return new Map(named.map(({ id, name }) => [id, name]))
}

function nextStep(context: StoreContext, found: ReadableImport): Html | null {
  const { counts, state, dryRun, undoableUntil, id } = found
  const columns =
    found.columns.length > 0 &&
    html`
      <p><a class="quiet" href="${context.base}/importar/${id}/columnas">${t('Qué contiene cada columna')}</a></p>
    `
  if (dryRun && state === 'done' && counts.new + counts.changed > 0) {
    const form = context.form(`/importar/${id}/confirmar`)
    const label = counts.refused > 0 ? t('Importar sin las rechazadas') : t('Importar')
    const skip = counts.refused > 0 && html`<input type="hidden" name="skipRefused" value="true">`
    return html`${formOf(form, html`${skip}${submit(label)}`, { isFullLoad: true, class: 'one-button' })}${columns}`
  }
  if (undoableUntil && Date.parse(undoableUntil) > Date.now() && counts.new + counts.changed > 0) {
    const form = context.form(`/importar/${id}/deshacer`)
    return html`
      <p><a class="button" href="${context.base}/productos">${t('Ver mis productos')}</a></p>
      ${formOf(form, submit(t('Deshacer la importación'), 'ghost'), { isFullLoad: true, class: 'one-button' })}
    `
  }
  if (dryRun && state === 'done' && counts.refused > 0 && counts.new + counts.changed === 0) {
    return html`${nothingToImport(context, counts.unchanged > 0)}${columns}`
  }
  return dryRun || state === 'failed' ? html`${columns}` : null
}

const nothingToImport = ({ base }: StoreContext, isRestSaved: boolean) => html`
  <div class="notice bad">
    <p>
      ${isRestSaved ? t('Lo que no se rechazó ya está así en tu tienda.') : t('Así no se puede importar nada.')}
      ${t('Corrige en tu archivo lo que dice cada línea, o qué contiene cada columna.')}
    </p>
    <a class="button" href="${base}/importar">${t('Subir el archivo corregido')}</a>
  </div>
`

const IGNORED_COLUMN = 'nada'

/** The form that corrects the column map; the file is then read again. */
export const importColumnsPage = storePage({
  path: '/importar/:id/columnas',
  needs: 'products:write',
  async show(context): Promise<View> {
    const { sql, store, base, params } = context
    const { id, columns } = await readOneImport(sql, store.id, params['id']!)
    const options = [
      { value: IGNORED_COLUMN, label: t('No se importa') },
      ...FIELDS.map((field) => ({ value: field, label: knownColumns[field].label })),
    ]
    const choices = columns.map(({ header, field, example }, n) => ({
      name: `c${n}`,
      label: header || t('Columna {n}', { n: n + 1 }),
      value: field ?? IGNORED_COLUMN,
      options,
      hint: example === null ? t('Vacía') : t('Por ejemplo: {example}', { example }),
    }))
    const fields = [...choices, submit(t('Leer el archivo así'))]
    return {
      title: t('Qué contiene cada columna'),
      fields,
      back: { href: `${base}/importar/${id}`, label: t('Resultado') },
      main: formOf(context.form(`/importar/${id}/columnas`), fields, { isFullLoad: true }),
    }
  },
  forms: {
    '/importar/:id/columnas': {
      needs: 'products:write',
      body: Type.Object({}, { additionalProperties: Type.String({ maxLength: 40 }) }),
      async run(context, body: Record<string, string>, key) {
        const { columns } = await readOneImport(context.sql, context.store.id, context.params['id']!)
        const chosen = columns.flatMap(({ header }, n): [string, Field | null][] => {
          const field = body[`c${n}`]
          if (field === undefined) return []
          return [[header, field === IGNORED_COLUMN ? null : (field as Field)]]
        })
        // Of columns with the same header, one that is imported counts: the map has a single entry for them.
        chosen.sort(([, a], [, b]) => Number(a !== null) - Number(b !== null))
        const options = { dryRun: true, columns: Object.fromEntries(chosen) }
        const id = await rerunImport(context, options, key)
        return { message: t('Así se leyó el archivo'), next: `/importar/${id}` }
      },
    },
  },
})
