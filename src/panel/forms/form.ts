import type { Issue } from '../../core/errors/errors.ts'
import { newSecret } from '../../core/values/id.ts'
import { lastOf, type FormFields } from './form-fields.ts'

/** A form that is shown again as it was typed: a rejected one, a draft, or one that was sent after the session had ended. */
export type TypedForm = {
  action: string
  fields: FormFields
  /** The errors of the API, by the form's field names. */
  issues: Issue[]
  /** Shown above the page where no issue says more. */
  message: string
  /** Another person saved changes since the form was rendered. */
  isConflict?: boolean
  /** The page of the plans, when the plan's limit was reached. */
  planHref?: string | null
}

/** The hidden field with the ETag that the form was rendered from, for optimistic locking. */
export const VERSION_FIELD = '_version'

/** The first error of a field, and the API's names of all that it stands for. */
export type FieldError = { message: string; issues: string[] }

export type Form = ReturnType<typeof formAt>

/** A form of a page: its values are those that were typed, or else those that are saved. */
export function formAt(action: string, typed: Omit<TypedForm, 'action'> | null) {
  const { fields, issues = [], isConflict = false } = typed ?? {}
  return {
    action,
    /** The idempotency key: the same form sent twice takes effect once. */
    key: newSecret(24),
    isTyped: fields !== undefined,
    isConflict,
    hasErrors: issues.length > 0,
    ...valuesOf(fields, isConflict),
    ...errorsOf(issues),

    /** Whether fields or lists of these names must be seen: one is wrong, or no field is, as in a draft or a conflict. */
    mustShow: (names: string[]): boolean =>
      typed !== null &&
      (issues.length === 0 || issues.some(({ field }) => names.includes(field.split('.')[0]!))),
  }
}

function valuesOf(fields: FormFields | undefined, isConflict: boolean) {
  return {
    /** The value of a field: what was typed, or what is saved. */
    value: (name: string, saved: string | number | boolean | null = ''): string =>
      fields ? (lastOf(fields, name) ?? '') : String(saved ?? ''),

    /** The values of all fields of one name, such as checkboxes. */
    values: (name: string, saved: readonly string[] = []): readonly string[] =>
      fields ? (fields.get(name) ?? []).filter((one) => one !== '') : saved,

    /** Whether another person saved changes meanwhile, and what is saved is not what was typed. */
    differs: (name: string, saved: string): boolean =>
      isConflict && fields!.has(name) && lastOf(fields!, name) !== saved,

    /** How many rows of `name.N.…` there are to show: those that were typed, or those that are saved. */
    rows(name: string, saved: number): number {
      const filled = [...(fields ?? [])].filter(([, values]) => !isSwitch(values.at(-1)!))
      return Math.max(saved, ...filled.map(([field]) => rowOf(field, name) + 1))
    },

    /** The ETag to send: a typed form keeps its own, until its conflict was shown. */
    version: (saved: string): string => (!isConflict && fields && lastOf(fields, VERSION_FIELD)) || saved,
  }
}

function errorsOf(issues: Issue[]) {
  return {
    /** The error of these fields, or of a value of the list that is typed in the first. */
    wrong(...names: string[]): FieldError | null {
      const own = issues.filter(({ field }) => names.includes(field) || listOfItem(field) === names[0])
      return own.length === 0 ? null : { message: own[0]!.message, issues: own.map(({ field }) => field) }
    },

    /** Whether a field has an error of its own. */
    isWrong: (name: string): boolean => issues.some(({ field }) => field === name),
  }
}

/** Values that an empty row also has. */
const isSwitch = (value: string) => value === '' || value === 'true' || value === 'false'

/** `options.0.values` of `options.0.values.3`. */
const listOfItem = (field: string) => field.replace(/\.\d+$/, '')

/** The row number in a field's name; -1 for other fields. */
export function rowOf(field: string, name: string): number {
  if (!field.startsWith(`${name}.`)) return -1
  const [number = ''] = field.slice(name.length + 1).split('.')
  return /^\d{1,3}$/.test(number) ? Number(number) : -1
}
