import type { Issue } from '../core/errors/errors.ts'
import { newSecret } from '../core/values/id.ts'
import type { FormFields } from './form-fields.ts'

/** A form that came back: what was typed, and what the API said of it. */
export type Rejection = { action: string; fields: FormFields; issues: Issue[]; message: string }

export type Form = ReturnType<typeof formAt>

/** A form of a page. When it was the one that came back, it has what was typed, and what is wrong beside it. */
export function formAt(action: string, rejection: Rejection | null) {
  const mine = rejection?.action === action ? rejection : null
  return {
    action,
    /** Tells this form from the next one: the same form sent twice makes one thing. */
    key: newSecret(24),
    isRejected: mine !== null,
    ...typedIn(mine),
    ...complaintsOf(mine),
  }
}

function typedIn(mine: Rejection | null) {
  return {
    /** What stands in a field: what was typed, or what is saved. */
    value(name: string, saved: string | number | boolean | null = ''): string {
      return mine ? (mine.fields.get(name)?.at(-1) ?? '') : String(saved ?? '')
    },

    /** What stands in the fields of one name, such as boxes of a list. */
    values(name: string, saved: readonly string[] = []): readonly string[] {
      return mine ? (mine.fields.get(name) ?? []).filter((value) => value !== '') : saved
    },

    /** How many rows of `name.N.…` there are to show: those that were typed, or those that are saved. */
    rows(name: string, saved: number): number {
      const typed = mine ? [...mine.fields.keys()].map((field) => rowOf(field, name) + 1) : []
      return Math.max(saved, ...typed)
    },
  }
}

function complaintsOf(mine: Rejection | null) {
  const issues = mine?.issues ?? []
  const told = new Set<Issue>()
  return {
    /** What is wrong with a field; the first one that is asked about gets the focus. */
    wrong(name: string): { message: string; isFirst: boolean } | null {
      const own = issues.filter(({ field }) => field === name)
      if (own.length === 0) return null
      const isFirst = told.size === 0
      for (const issue of own) told.add(issue)
      return { message: own[0]!.message, isFirst }
    },

    /** What has to be said above the form: everything that no field of it says. To be asked when the fields are made. */
    remarks(): string[] {
      if (!mine) return []
      if (issues.length === 0) return mine.message ? [mine.message] : []
      const rest = issues.filter((issue) => !told.has(issue)).map((issue) => remarkOf(issue))
      return rest.length > 0 ? rest : ['Revisa lo que está marcado.']
    },
  }
}

const remarkOf = ({ field, message }: Issue) =>
  /^(body|params|querystring)$/.test(field) ? message : `${message} (${field})`

/** The number of a row in a field's name; -1 of another field. */
export function rowOf(field: string, name: string): number {
  if (!field.startsWith(`${name}.`)) return -1
  const [number = ''] = field.slice(name.length + 1).split('.')
  return /^\d{1,3}$/.test(number) ? Number(number) : -1
}
