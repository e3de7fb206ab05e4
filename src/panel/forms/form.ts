import type { Issue } from '../../core/errors/errors.ts'
import { newSecret } from '../../core/values/id.ts'
import { compareWithSaved, SHOWN, summaryOf, VERSION, writeSummary, type Change } from './conflict.ts'
import { lastOf, type FormFields } from './form-fields.ts'

/** A rejected form: what was typed, and the errors of the API. */
export type Rejection = {
  action: string
  fields: FormFields
  issues: Issue[]
  message: string
  /** Another person saved something else since the form was shown. */
  isConflict?: boolean
  /** Where a larger plan is, when it was the plan's limit. */
  planHref?: string | null
}

/** A value as a sentence says it. */
type Words = (value: string) => string

export type Form = ReturnType<typeof formAt>

/** A form of a page. The one that was rejected has what was typed, and its errors. */
export function formAt(action: string, rejection: Rejection | null) {
  const mine = rejection?.action === action ? rejection : null
  const conflict = mine?.isConflict ? compareWithSaved(mine.fields) : null
  const saved: Saved = new Map()
  return {
    action,
    /** The idempotency key: the same form sent twice makes one thing. */
    key: newSecret(24),
    isRejected: mine !== null,
    isConflict: conflict !== null,
    planHref: mine?.planHref ?? null,
    ...typedIn(mine, saved, conflict),
    ...changesIn(mine, saved, conflict),
    ...errorsOf(mine),
  }
}

/** The saved values, by the names of the fields that were made so far. */
type Saved = Map<string, string>
type Conflict = ReturnType<typeof compareWithSaved> | null

function typedIn(mine: Rejection | null, saved: Saved, conflict: Conflict) {
  return {
    /** The value of a field: what was typed, or what is saved. */
    value(name: string, value: string | number | boolean | null = ''): string {
      saved.set(name, String(value ?? ''))
      const isTyped = mine && (!conflict || conflict.isTyped(name))
      return isTyped ? typedAs(mine, name) : String(value ?? '')
    },

    /** The values of all fields of one name, such as checkboxes. */
    values(name: string, value: readonly string[] = []): readonly string[] {
      return mine ? (mine.fields.get(name) ?? []).filter((one) => one !== '') : value
    },

    /** How many rows of `name.N.…` there are to show: those that were typed, or those that are saved. */
    rows(name: string, count: number): number {
      const filled = [...(mine?.fields ?? [])].filter(([, values]) => !isSwitch(values.at(-1)!))
      return Math.max(count, ...filled.map(([field]) => rowOf(field, name) + 1))
    },
  }
}

const typedAs = (mine: Rejection, name: string) => mine.fields.get(name)?.at(-1) ?? ''

function changesIn(mine: Rejection | null, saved: Saved, conflict: Conflict) {
  const changes: Change[] = []
  return {
    changes,

    /** Notes what another person saved in a field or in a list, whose fields are made already. */
    noteChange(name: string, label: string, theirs: Words, ours = theirs): void {
      if (!mine || !conflict?.isChanged(name, summaryOf(saved))) return
      const typed = conflict.isTyped(name) ? ours(typedAs(mine, name)) : null
      changes.push({ label, theirs: theirs(saved.get(name) ?? ''), mine: typed })
    },

    /** The hidden fields by which the API knows what the form was made from. To be asked when the fields are made. */
    basis(version: string): [name: string, value: string][] {
      const now: [string, string][] = [
        [VERSION, version],
        [SHOWN, writeSummary(summaryOf(saved))],
      ]
      return now.map(([name, value]) => [name, (!conflict && mine && lastOf(mine.fields, name)) || value])
    },
  }
}

function errorsOf(mine: Rejection | null) {
  const issues = mine?.issues ?? []
  const shown = new Set<Issue>()
  return {
    /** The error of a field; the first one that is asked about gets the focus. */
    wrong(name: string): { message: string; isFirst: boolean } | null {
      const own = issues.filter(({ field }) => field === name)
      if (own.length === 0) return null
      const isFirst = shown.size === 0
      for (const issue of own) shown.add(issue)
      return { message: own[0]!.message, isFirst }
    },

    /** The messages above the form: every error that no field shows. Call it after the fields were rendered. */
    errors(): string[] {
      if (!mine) return []
      if (issues.length === 0) return mine.message ? [mine.message] : []
      const rest = issues.filter((issue) => !shown.has(issue)).map((issue) => errorText(issue))
      return rest.length > 0 ? rest : ['Revisa lo que está marcado.']
    },
  }
}

/** Values that an empty row has too. */
const isSwitch = (value: string) => value === '' || value === 'true' || value === 'false'

const errorText = ({ field, message }: Issue) =>
  /^(body|params|querystring)$/.test(field) ? message : `${message} (${field})`

/** The number of a row in a field's name; -1 of another field. */
export function rowOf(field: string, name: string): number {
  if (!field.startsWith(`${name}.`)) return -1
  const [number = ''] = field.slice(name.length + 1).split('.')
  return /^\d{1,3}$/.test(number) ? Number(number) : -1
}
