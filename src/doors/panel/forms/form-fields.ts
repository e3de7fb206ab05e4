import type { UploadedFile } from '../../../core/operations/operation.ts'
import { MAX_TEXT } from '../../../core/values/text.ts'

/** The fields of a form by name, in the order in which they were sent. Names that begin with `_` are the panel's own. */
export type FormFields = Map<string, string[]>

/** The last value of a name; a hidden field before a checkbox says what an empty box means. */
export const lastOf = (fields: FormFields, name: string): string | undefined => fields.get(name)?.at(-1)

export type SentForm = { fields: FormFields; files: FormFile[] }

/** `upload` is null for a file past a limit. */
export type FormFile = { name: string; filename: string; upload: UploadedFile | null }

export const apiFields = (fields: FormFields): FormFields =>
  new Map([...fields].filter(([name]) => !name.startsWith('_')))

/** Text areas send `\r\n`; the API knows lines by `\n`. */
export function addField(fields: FormFields, name: string, value: string): void {
  const text = value.slice(0, MAX_TEXT).replaceAll('\r\n', '\n')
  const values = fields.get(name)
  if (values) values.push(text)
  else fields.set(name, [text])
}

/** The row number in a field's name, `variants.3.price`; -1 for other fields. */
export function rowOf(field: string, name: string): number {
  if (!field.startsWith(`${name}.`)) return -1
  const [number = ''] = field.slice(name.length + 1).split('.')
  return /^\d{1,3}$/.test(number) ? Number(number) : -1
}

export const rowsOf = (fields: FormFields, name: string): number[] =>
  [...new Set([...fields.keys()].map((field) => rowOf(field, name)))].filter((row) => row >= 0)

export const withRows = (fields: FormFields, list: string, order: number[]): FormFields =>
  new Map(
    [...fields].flatMap(([name, values]) => {
      const from = rowOf(name, list)
      if (from === -1) return [[name, values]]
      const to = order.indexOf(from)
      return to === -1 ? [] : [[name.replace(`.${from}.`, `.${to}.`), values]]
    }),
  )
