import { html, type Html } from '../../../core/http/html.ts'
import { formats } from '../../../features/imports/formats/formats.ts'
import { ACTIONS, type Action, type Import } from '../../../features/imports/import.ts'
import type { ImportedRow } from '../../../features/imports/get.ts'
import { plural } from '../../../core/pages/format.ts'
import { undoneText } from '../forms/send-import.ts'
import { figures } from '../parts/figures.ts'
import {
  changeLines,
  newProductLines,
  type FormatContext,
  actionNames,
  changeNames,
  fieldPathLabel,
} from './import-difference.ts'
import { icon } from '../parts/icon.ts'
import { badge } from '../parts/list.ts'
import { tabs } from '../parts/pager.ts'

export function progress({ state, error, pictures, dryRun, undo }: Import): Html | null {
  if (state === 'waiting' || state === 'undoing') {
    return html`<p class="notice">Tarda unos segundos; un archivo grande, hasta un minuto. Esta página se actualiza sola.</p>`
  }
  if (error) return html`<div class="notice bad" role="alert"><p>${error.message}</p></div>`
  if (undo) return html`<p class="notice">${undoneText(undo)}</p>`
  if (dryRun || pictures.total === 0) return null
  const done = pictures.stored + pictures.failed
  const failed =
    pictures.failed > 0 && ` ${plural(pictures.failed, 'foto no se pudo', 'fotos no se pudieron')} descargar.`
  return html`
    <p class="notice">
      Fotos: ${done} de ${pictures.total}. ${failed}
      <progress max="${pictures.total}" value="${done}" aria-label="Fotos descargadas"></progress>
    </p>
  `
}

export function summary(found: Import): Html {
  const { counts, ambiguousCells, format, newCategories, newModifierGroups, cap, dryRun } = found
  const isChanging = counts.new + counts.changed > 0
  const shown = ACTIONS.map((action) => ({
    label: actionNames[action],
    value: String(counts[action]),
    detail: action === 'refused' ? 'con algo mal' : 'productos',
  }))
  if (ambiguousCells > 0)
    shown.push({ label: 'Celdas dudosas', value: String(ambiguousCells), detail: 'se leen de dos maneras' })
  return html`
    ${figures(shown)}
    ${format && html`<p>Se leyó como un archivo de ${formats.find(({ name }) => name === format)?.label}.</p>`}
    ${isChanging && newCategories.length > 0 && html`<p>Categorías nuevas: ${newCategories.join(', ')}.</p>`}
    ${isChanging && newModifierGroups.length > 0 && html`<p>Extras nuevos: ${newModifierGroups.join(', ')}.</p>`}
    ${dryRun && notKept(found)}
    ${dryRun && cap && cap.after <= cap.limit && html`<p>${capText(cap)}</p>`}
  `
}

function notKept({ columns, unreadColumns, dropped }: Import): Html | null {
  const ignored = columns.filter(({ field, example }) => field === null && example !== null)
  if (ignored.length + dropped.length === 0) return null
  const headers = ignored.map(({ header }) => header || 'sin nombre').join(', ')
  const lines = [
    ...(unreadColumns.length === 0 ? [] : [unreadText(unreadColumns)]),
    ...dropped.map(
      ({ message, products, line }) =>
        `${message} (${plural(products, 'producto', 'productos')}; línea ${line})`,
    ),
    ...(headers === '' ? [] : [`Columnas: ${headers}`]),
  ]
  return html`
    <div class="notice">
      <p>No importamos esto del archivo:</p>
      <ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>
    </div>
  `
}

const unreadText = (headers: string[]) =>
  `No se leyó si algo está oculto o agotado en: ${headers.join(', ')}. Si lo dice, elige qué contiene cada columna`

const capText = ({ limit, after }: NonNullable<Import['cap']>) =>
  `Tu plan permite ${limit.toLocaleString('es-419')} productos; con este archivo serían ${after.toLocaleString('es-419')}.`

export const actionTabs = (
  { counts }: Import,
  current: Action | undefined,
  hrefOf: (action?: Action) => string,
): Html =>
  tabs('Qué productos', [
    { label: 'Todos', href: hrefOf(), isCurrent: current === undefined },
    ...ACTIONS.map((action) => ({
      label: actionNames[action],
      href: hrefOf(action),
      isCurrent: current === action,
      count: counts[action],
    })),
  ])

const kinds = { new: 'good', changed: 'warn', unchanged: 'plain', refused: 'bad' } as const
const labels = { new: 'Nuevo', changed: 'Cambia', unchanged: 'Igual', refused: 'Rechazado' }

/** A product of the file: what changes, or what is wrong with it; it leads to that of the store below `base`. */
export function importRow(context: FormatContext, base: string, row: ImportedRow): Html {
  const { action, productId, name, line, issues, changes, kept } = row
  const details = {
    new: () => newProductLines(context, changes),
    changed: () => changeLines(context, changes),
    unchanged: () => [],
    refused: () =>
      issues.map(({ field, message }) =>
        [fieldPathLabel(field), message].filter((text) => text !== null).join(': '),
      ),
  }
  const left = kept.map((field) => changeNames[field] ?? field)
  const text = html`
    <span class="row-text">
      <b>${name ?? 'Sin nombre'}</b>
      <small>Línea ${line} ${badge(labels[action], kinds[action])}</small>
      ${details[action]().map((detail) => html`<small>${detail}</small>`)}
      ${left.length > 0 && html`<small>No se deshizo, porque cambió después: ${left.join(', ')}</small>`}
    </span>
  `
  if (productId === null) return html`<li><div class="row">${text}</div></li>`
  return html`<li><a class="row" href="${base}/productos/${productId}">${text}${icon('next')}</a></li>`
}
