import { t, type Localized, type Wording } from '../../core/texts/text.ts'
import type { Issue } from '../../core/errors/errors.ts'
import type { Cells } from './columns.ts'

/** A row of a file, with its cells by what they hold, trimmed: undefined where the file has no such column. */
export type Row = {
  line: number
  cells: Cells
  issue: Issue | null
  isDoubtful: boolean
}

/** What is wrong, with the line of the file in which it is. */
export const atLine = (message: Wording, line: number): Localized =>
  t('{message} (línea {line})', { message, line })

/** More rows than a product of any shop has, for its variants and its pictures. */
export const MAX_ROWS = 500
