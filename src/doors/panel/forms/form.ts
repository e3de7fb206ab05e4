import type { Issue } from '../../../core/errors/errors.ts'
import type { Wording } from '../../../core/texts/text.ts'
import { newSecret } from '../../../core/values/id.ts'
import { lastOf, rowOf, type FormFields } from './form-fields.ts'

/** A form that is shown again as it was typed: a rejected one, or a draft. */
export type SubmittedForm = {
  action: string
  fields: FormFields
  issues: Issue[]
  /** Shown above the page where no issue says more. */
  message: Wording
  isConflict?: boolean
  planHref?: string | null
}

/** The hidden field with the ETag that the form was rendered from, for optimistic locking. */
export const VERSION_FIELD = '_version'

export type Form = ReturnType<typeof formAt>

/** A form of a page: its values are those that were typed, or else those that are saved. */
export function formAt(action: string, submitted: Omit<SubmittedForm, 'action'> | null) {
  const { fields, issues = [], isConflict = false } = submitted ?? {}
  return {
    action,
    key: newSecret(24),
    isSubmitted: fields !== undefined,
    isConflict,
    focus: null as string | null,
    ...valuesOf(fields, isConflict),
    ...errorsOf(issues),

    /** Whether these fields, or lists that they are rows of, must be seen: one is wrong, or none is, as in a draft or a conflict. */
    mustShow(names: string[]): boolean {
      const own = new Set(names.map(firstOf))
      return (
        submitted !== null && (issues.length === 0 || issues.some(({ field }) => own.has(firstOf(field))))
      )
    },
  }
}

function valuesOf(fields: FormFields | undefined, isConflict: boolean) {
  return {
    value: (name: string, saved: string | number | boolean | null = ''): string =>
      fields ? (lastOf(fields, name) ?? '') : String(saved ?? ''),

    values: (name: string, saved: readonly string[] = []): readonly string[] =>
      fields ? (fields.get(name) ?? []).filter((one) => one !== '') : saved,

    /** Whether another person saved changes meanwhile, and what is saved is not what was typed. */
    differs: (name: string, saved: string): boolean =>
      isConflict && fields!.has(name) && lastOf(fields!, name) !== saved,

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
    wrong: (...names: string[]): Wording | null =>
      issues.find(({ field }) => names.some((name) => isErrorOf(field, name)))?.message ?? null,

    isWrong: (name: string): boolean => issues.some(({ field }) => field === name),
  }
}

/** `variants` of `variants.0.price`. */
const firstOf = (name: string) => name.split('.')[0]!

/** Values that an empty row also has. */
const isSwitch = (value: string) => value === '' || value === 'true' || value === 'false'

/** Whether a field of this name shows an error; `options.0.values.*` stands for the values of a list. */
export const isErrorOf = (field: string, name: string): boolean =>
  field === name || field.replace(/\.\d+$/, '.*') === name
