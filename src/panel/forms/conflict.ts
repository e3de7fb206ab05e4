import { createHash } from 'node:crypto'
import { apiFields, lastOf, type FormFields } from './form-fields.ts'

/** A field that another person changed; `mine` is null where the user did not. */
export type Change = { label: string; theirs: string; mine: string | null }

/** Hidden fields for optimistic locking: the ETag that the form was rendered from, and the values that it showed. */
export const VERSION_FIELD = '_version'
export const SHOWN_VALUES_FIELD = '_shown'
/** The name of the button that discards what was typed, in favour of what another person saved. */
export const DISCARD_EDITS_FIELD = '_theirs'

/** Short values or hashes of fields, to detect changes. All rows of a list, such as `variants.0.name`, are one value. */
type Summary = Map<string, string>

export function summaryOf(values: Iterable<readonly [string, string]>): Summary {
  const summary: Summary = new Map()
  const rows = new Map<string, string[]>()
  for (const [name, value] of values) {
    const [list = '', row] = name.split('.')
    if (row === undefined) summary.set(name, excerptOf(value))
    else if (value !== '')
      rows.set(`${list}.${row}`, [...(rows.get(`${list}.${row}`) ?? []), `${name}=${value}`])
  }
  for (const [row, texts] of rows) {
    const list = listOf(row)
    const isBlank = texts.every((text) => /=(?:true|false)$/.test(text)) // an empty row has its switches too
    if (!isBlank) summary.set(list, excerptOf(`${summary.get(list) ?? ''}\n${texts.toSorted().join('\n')}`))
  }
  return summary
}

const listOf = (name: string) => name.split('.')[0]!

const excerptOf = (value: string) =>
  value.length <= 24 ? value : `#${createHash('sha256').update(value).digest('base64url').slice(0, 22)}`

/** The value of the hidden field. */
export const writeSummary = (summary: Summary): string => JSON.stringify(Object.fromEntries(summary))

/** Parses the hidden field, which a browser may have changed: anything else counts as nothing shown. */
function readSummary(text: string | undefined): Summary {
  try {
    return new Map(Object.entries(JSON.parse(text ?? '{}') as Record<string, string>))
  } catch {
    return new Map()
  }
}

/**
 * A three-way comparison of a form: the values that it showed, what was typed, and what another person saved since. Unchanged
 * fields take the saved value; edited ones keep what was typed.
 */
export function compareWithSaved(fields: FormFields) {
  const typed = summaryOf([...apiFields(fields)].map(([name, values]) => [name, values.at(-1)!] as const))
  const before = readSummary(lastOf(fields, SHOWN_VALUES_FIELD))
  const isTyped = (name: string) => {
    const value = typed.get(listOf(name))
    return value !== undefined && value !== before.get(listOf(name))
  }
  return {
    isTyped,
    /** Whether another person changed the field, or the list, to something that was not typed. */
    isChanged(name: string, saved: Summary): boolean {
      const now = saved.get(name)
      return now !== before.get(name) && now !== typed.get(name)
    },
  }
}
