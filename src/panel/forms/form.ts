import type { Issue } from '../../core/errors/errors.ts'
import { newSecret } from '../../core/values/id.ts'
import {
  compareWithSaved,
  SHOWN_VALUES_FIELD,
  summaryOf,
  VERSION_FIELD,
  writeSummary,
  type Change,
} from './conflict.ts'
import { lastOf, type FormFields } from './form-fields.ts'

/** A rejected form: what was typed, and the errors of the API. */
export type Rejection = {
  action: string
  fields: FormFields
  issues: Issue[]
  message: string
  /** Another person saved changes since the form was rendered. */
  isConflict?: boolean
  /** The page of the plans, when the plan's limit was reached. */
  planHref?: string | null
  /** A form of the page has shown the errors; otherwise the layout does. */
  isReported?: boolean
}

/** Formats a value for people. */
type Words = (value: string) => string

export type Form = ReturnType<typeof formAt>

/** A form of a page; a rejected one has what was typed, and its errors. */
export function formAt(action: string, rejection: Rejection | null) {
  const rejected = rejection?.action === action ? rejection : null
  const conflict = rejected?.isConflict ? compareWithSaved(rejected.fields) : null
  const saved: Saved = new Map()
  return {
    action,
    /** The idempotency key: the same form sent twice takes effect once. */
    key: newSecret(24),
    isRejected: rejected !== null,
    isConflict: conflict !== null,
    planHref: rejected?.planHref ?? null,
    ...typedIn(rejected, saved, conflict),
    ...changesIn(rejected, saved, conflict),
    ...errorsOf(rejected),
  }
}

/** The saved values of the fields rendered so far, by name. */
type Saved = Map<string, string>
type Conflict = ReturnType<typeof compareWithSaved> | null

function typedIn(rejected: Rejection | null, saved: Saved, conflict: Conflict) {
  return {
    /** The value of a field: what was typed, or what is saved. */
    value(name: string, value: string | number | boolean | null = ''): string {
      saved.set(name, String(value ?? ''))
      const isTyped = rejected && (!conflict || conflict.isTyped(name))
      return isTyped ? typedAs(rejected, name) : String(value ?? '')
    },

    /** The values of all fields of one name, such as checkboxes. */
    values(name: string, value: readonly string[] = []): readonly string[] {
      return rejected ? (rejected.fields.get(name) ?? []).filter((one) => one !== '') : value
    },

    /** How many rows of `name.N.…` there are to show: those that were typed, or those that are saved. */
    rows(name: string, count: number): number {
      const filled = [...(rejected?.fields ?? [])].filter(([, values]) => !isSwitch(values.at(-1)!))
      return Math.max(count, ...filled.map(([field]) => rowOf(field, name) + 1))
    },
  }
}

const typedAs = (rejected: Rejection, name: string) => rejected.fields.get(name)?.at(-1) ?? ''

function changesIn(rejected: Rejection | null, saved: Saved, conflict: Conflict) {
  const changes: Change[] = []
  return {
    changes,

    /** Records another person's change of a field or list; call it after its fields were rendered. */
    noteChange(name: string, label: string, theirs: Words, ours = theirs): void {
      if (!rejected || !conflict?.isChanged(name, summaryOf(saved))) return
      const typed = conflict.isTyped(name) ? ours(typedAs(rejected, name)) : null
      changes.push({ label, theirs: theirs(saved.get(name) ?? ''), mine: typed })
    },

    /** The hidden fields for optimistic locking; call it after the fields were rendered. */
    versionFields(version: string): [name: string, value: string][] {
      const now: [string, string][] = [
        [VERSION_FIELD, version],
        [SHOWN_VALUES_FIELD, writeSummary(summaryOf(saved))],
      ]
      return now.map(([name, value]) => [
        name,
        (!conflict && rejected && lastOf(rejected.fields, name)) || value,
      ])
    },
  }
}

/** The message above a form whose fields show all its errors. */
export const FIELD_ERRORS_MESSAGE = 'Revisa lo que está marcado.'

function errorsOf(rejected: Rejection | null) {
  const issues = rejected?.issues ?? []
  const shown = new Set<Issue>()
  return {
    /**
     * The error of these fields, or of a value of the list that is typed in the first; the first one of several. `isFirst` for the
     * first one rendered, which gets the focus.
     */
    wrong(...names: string[]): { message: string; isFirst: boolean } | null {
      const own = issues.filter(({ field }) => names.includes(field) || listOfItem(field) === names[0])
      if (own.length === 0) return null
      const isFirst = shown.size === 0
      for (const issue of own) shown.add(issue)
      return { message: own[0]!.message, isFirst }
    },

    /** Whether a field has an error of its own. */
    isWrong: (name: string): boolean => issues.some(({ field }) => field === name),

    /** Whether fields or lists of these names must be seen: one is wrong, or no field is, as in a draft or a conflict. */
    mustShow: (names: string[]): boolean =>
      rejected !== null &&
      (issues.length === 0 || issues.some(({ field }) => names.includes(field.split('.')[0]!))),

    /** The messages above the form: every error that no field shows. Call it after the fields were rendered. */
    errors(): string[] {
      if (!rejected || rejected.isReported) return []
      rejected.isReported = true
      if (issues.length === 0) return rejected.message ? [rejected.message] : []
      const rest = issues.filter((issue) => !shown.has(issue)).map((issue) => errorText(issue))
      return rest.length > 0 ? rest : [FIELD_ERRORS_MESSAGE]
    },
  }
}

/** Values that an empty row also has. */
const isSwitch = (value: string) => value === '' || value === 'true' || value === 'false'

const errorText = ({ field, message }: Issue) =>
  /^(body|params|querystring)$/.test(field) ? message : `${message} (${field})`

/** `options.0.values` of `options.0.values.3`. */
const listOfItem = (field: string) => field.replace(/\.\d+$/, '')

/** The row number in a field's name; -1 for other fields. */
export function rowOf(field: string, name: string): number {
  if (!field.startsWith(`${name}.`)) return -1
  const [number = ''] = field.slice(name.length + 1).split('.')
  return /^\d{1,3}$/.test(number) ? Number(number) : -1
}
