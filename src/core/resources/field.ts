import { t, type Localized } from '../texts/text.ts'
import { Type, type Static, type TSchema } from 'typebox'
import { MAX_POSITION } from '../database/next-position.ts'
import { snakeCase } from '../values/camel-case.ts'

/** A field of a resource, declared once: schemas, SQL and the words for a change are made of it. */
export type Field = {
  schema: TSchema
  shown?: TSchema
  type: 'text' | 'numeric' | 'integer' | 'boolean' | 'jsonb' | 'timestamptz'
  /** What the sentence of a change calls it: `cambió el precio de Café`. */
  phrase: Localized
}

/** The place of a row in the list that its owner orders; a new one is the last where it has none. */
export const positionField = (description = 'Lugar en la lista, desde 0') => ({
  schema: Type.Integer({ minimum: 0, maximum: MAX_POSITION, description }),
  type: 'integer' as const,
  phrase: t('el lugar en la lista'),
})

/** Whether it counts for shoppers: a new one does. */
export const activeField = (description: string) => ({
  schema: Type.Boolean({ description }),
  type: 'boolean' as const,
  phrase: t('si está activo'),
  default: true,
})

type Fields = Record<string, Field>
type Writable<F extends Fields> = { [Name in keyof F]: F[Name]['schema'] }
type Shown<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { shown: infer S extends TSchema } ? S : F[Name]['schema']
}

export function writableOf<F extends Fields>(fields: F): Writable<F> {
  return mapFields(fields, ({ schema }) => schema) as Writable<F>
}

export function shownOf<F extends Fields>(fields: F): Shown<F> {
  return mapFields(
    fields,
    ({ schema, shown }) => shown ?? Type.Unsafe({ type: (schema as { type: string }).type }),
  ) as Shown<F>
}

const mapFields = <T>(fields: Fields, value: (field: Field) => T) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, value(field)]))

export type ValuesOf<F extends Fields> = { -readonly [Name in keyof F]: Static<Shown<F>[Name]> }

export const storedAs = (fields: Fields) =>
  Object.entries(fields).map(([name, { type }]) => ({ name, column: snakeCase(name), type }))

export const phrasesOf = (fields: Fields): Record<string, Localized> =>
  Object.fromEntries(Object.entries(fields).map(([name, { phrase }]) => [name, phrase]))
