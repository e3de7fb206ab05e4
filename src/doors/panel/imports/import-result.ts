import type { ReadableImport } from '../../../features/imports/readable-import.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { formats } from '../../../features/imports/formats/formats.ts'
import { ACTIONS, type Action } from '../../../features/imports/import.ts'
import type { ReadableRow } from '../../../features/imports/get.ts'
import { joined, t, type Wording } from '../../../core/texts/text.ts'
import type { FormatName } from '../../../features/imports/formats/format.ts'
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

export function progress({ state, error, pictures, dryRun, undo }: ReadableImport): Html | null {
  if (state === 'waiting' || state === 'undoing') {
    return html`<p class="notice">${t('Tarda unos segundos; un archivo grande, hasta un minuto. Esta página se actualiza sola.')}</p>`
  }
  if (error) return html`<div class="notice bad" role="alert"><p>${error.message}</p></div>`
  if (undo) return html`<p class="notice">${undoneText(undo)}</p>`
  if (dryRun || pictures.total === 0) return null
  const done = pictures.stored + pictures.failed
  const failed =
    pictures.failed > 0 &&
    t('{n, plural, one {# foto no se pudo} other {# fotos no se pudieron}} descargar.', {
      n: pictures.failed,
    })
  return html`
    <p class="notice">
      ${t('Fotos: {done} de {total}.', { done, total: pictures.total })} ${failed}
      <progress max="${pictures.total}" value="${done}" aria-label="${t('Fotos descargadas')}"></progress>
    </p>
  `
}

export function summary(found: ReadableImport): Html {
  const { counts, ambiguousCells, format, newCategories, newModifierGroups, cap, dryRun } = found
  const isChanging = counts.new + counts.changed > 0
  const shown: { label: Wording; value: string; detail: Wording }[] = ACTIONS.map((action) => ({
    label: actionNames[action],
    value: String(counts[action]),
    detail: action === 'refused' ? t('con algo mal') : t('productos'),
  }))
  if (ambiguousCells > 0)
    shown.push({
      label: t('Celdas dudosas'),
      value: String(ambiguousCells),
      detail: t('se leen de dos maneras'),
    })
  return html`
    ${figures(shown)}
    ${format && html`<p>${t('Se leyó como un archivo de {format}.', { format: labelOf(format) })}</p>`}
    ${isChanging && newCategories.length > 0 && html`<p>${t('Categorías nuevas: {names}.', { names: newCategories.join(', ') })}</p>`}
    ${isChanging && newModifierGroups.length > 0 && html`<p>${t('Extras nuevos: {names}.', { names: newModifierGroups.join(', ') })}</p>`}
    ${dryRun && notKept(found)}
    ${dryRun && cap && cap.after <= cap.limit && html`<p>${capText(cap)}</p>`}
  `
}

const labelOf = (format: FormatName) => formats.find(({ name }) => name === format)!.label

function notKept({ columns, unreadColumns, dropped }: ReadableImport): Html | null {
  const ignored = columns.filter(({ field, example }) => field === null && example !== null)
  if (ignored.length + dropped.length === 0) return null
  const headers = ignored.map(({ header }) => header || t('sin nombre'))
  const lines = [
    ...(unreadColumns.length === 0 ? [] : [unreadText(unreadColumns)]),
    ...dropped.map(({ message, products, line }) =>
      t('{message} ({n, plural, one {# producto} other {# productos}}; línea {line})', {
        message,
        n: products,
        line,
      }),
    ),
    ...(headers.length === 0 ? [] : [t('Columnas: {headers}', { headers: joined(headers, ', ') })]),
  ]
  return html`
    <div class="notice">
      <p>${t('No importamos esto del archivo:')}</p>
      <ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>
    </div>
  `
}

const unreadText = (headers: string[]) =>
  t('No se leyó si algo está oculto o agotado en: {headers}. Si lo dice, elige qué contiene cada columna', {
    headers: headers.join(', '),
  })

const capText = ({ limit, after }: NonNullable<ReadableImport['cap']>) =>
  t('Tu plan permite {limit, number} productos; con este archivo serían {after, number}.', { limit, after })

export const actionTabs = (
  { counts }: ReadableImport,
  current: Action | undefined,
  hrefOf: (action?: Action) => string,
): Html =>
  tabs(t('Qué productos'), [
    { label: t('Todos'), href: hrefOf(), isCurrent: current === undefined },
    ...ACTIONS.map((action) => ({
      label: actionNames[action],
      href: hrefOf(action),
      isCurrent: current === action,
      count: counts[action],
    })),
  ])

const kinds = { new: 'good', changed: 'warn', unchanged: 'plain', refused: 'bad' } as const
const labels = {
  new: t('Nuevo'),
  changed: t('Cambia'),
  unchanged: t('Igual'),
  refused: t('Rechazado'),
}

/** A product of the file: what changes, or what is wrong with it; it leads to that of the store below `base`. */
export function importRow(context: FormatContext, base: string, row: ReadableRow): Html {
  const { action, productId, name, line, issues, changes, kept } = row
  const details: Record<Action, () => Wording[]> = {
    new: () => newProductLines(context, changes),
    changed: () => changeLines(context, changes),
    unchanged: () => [],
    refused: () =>
      issues.map(({ field, message }) => {
        const label = fieldPathLabel(field)
        return label === null ? message : joined([label, message], ': ')
      }),
  }
  const left = kept.map((field) => changeNames[field] ?? field)
  const text = html`
    <span class="row-text">
      <b>${name ?? t('Sin nombre')}</b>
      <small>${t('Línea {line}', { line })} ${badge(labels[action], kinds[action])}</small>
      ${details[action]().map((detail) => html`<small>${detail}</small>`)}
      ${left.length > 0 && html`<small>${t('No se deshizo, porque cambió después: {fields}', { fields: joined(left, ', ') })}</small>`}
    </span>
  `
  if (productId === null) return html`<li><div class="row">${text}</div></li>`
  return html`<li><a class="row" href="${base}/productos/${productId}">${text}${icon('next')}</a></li>`
}
