import type { StoreContext, View } from '../page.ts'
import { withTyped } from '../access/context.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { rowOf } from '../forms/form.ts'
import { MAX_VARIANTS } from '../../products/product.ts'
import { withTable } from './option-table.ts'
import { removedRows, writtenRows } from './product-options.ts'

/** The names of the buttons that arrange the form: `3 first` is the photo in row 3 and where it goes. */
export const MOVE_PHOTO = '_photo'
export const MAKE_TABLE = '_makeTable'

/**
 * The page with its form as it was typed, with a photo moved or with the table of variants, where one of those buttons was pressed.
 * Nothing is saved. @throws 400 where a combination of values is too long for a name
 */
export async function arrangedView(
  context: StoreContext,
  fields: FormFields,
  show: (context: StoreContext) => View | Promise<View>,
): Promise<View | void> {
  const move = lastOf(fields, MOVE_PHOTO)
  if (move === undefined && !fields.has(MAKE_TABLE)) return
  const arranged = move === undefined ? withoutGaps(withTable(fields)) : withPhotoMoved(fields, move)
  const isTooMany = writtenRows(arranged).length > MAX_VARIANTS
  const message = `Un producto tiene como máximo ${MAX_VARIANTS} variantes: quita valores`
  const issues = isTooMany ? [{ field: 'variants', reason: 'max_items', message }] : []
  const action = context.request.url.split('?')[0]!
  return show(withTyped(context, { action, fields: arranged, issues, message: '' }))
}

/** The fields without the rows of variants that are empty. */
function withoutGaps(fields: FormFields): FormFields {
  const rows = [...writtenRows(fields), ...removedRows(fields)].toSorted((a, b) => a - b)
  return renumbered(fields, 'variants', rows)
}

/** The fields with the rows of a list in this order, and without its others. */
const renumbered = (fields: FormFields, list: string, order: number[]): FormFields =>
  new Map(
    [...fields].flatMap(([name, values]) => {
      const from = rowOf(name, list)
      if (from === -1) return [[name, values]]
      const to = order.indexOf(from)
      return to === -1 ? [] : [[name.replace(`.${from}.`, `.${to}.`), values]]
    }),
  )

/** The rows of the photos in another order. A move that can't be leaves them as they are. */
function withPhotoMoved(fields: FormFields, move: string): FormFields {
  const [text, to] = move.split(' ')
  const row = Number(text)
  const rows = [...new Set([...fields.keys()].map((name) => rowOf(name, 'images')))]
    .filter((one) => one >= 0)
    .toSorted((a, b) => a - b)
  const at = rows.indexOf(row)
  const place = { first: 0, before: Math.max(at - 1, 0), after: at + 1 }[to ?? '']
  if (at === -1 || place === undefined) return fields
  return renumbered(fields, 'images', rows.toSpliced(at, 1).toSpliced(place, 0, row))
}
