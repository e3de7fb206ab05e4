import type { Localized } from '../texts/text.ts'
import type { Static, TSchema } from 'typebox'
import type { Fragment, Sql, Tx } from '../database/db.ts'
import type { Field, ValuesOf } from './field.ts'

type ResourceField = Field & {
  /** A new one must have it; one without a default is null, or false. */
  required?: true
  default?: unknown
  /** It can't be changed afterwards. */
  fixed?: true
}
export type ResourceFields = Record<string, ResourceField>

export type Row<F extends ResourceFields, C extends string> = { id: string } & ValuesOf<F> & {
    [Name in C]: number
  } & { createdAt: string; updatedAt: string }

type NameOf<F extends ResourceFields, Flag> = {
  [Name in keyof F]: F[Name] extends Flag ? Name : never
}[keyof F]
type Sent<F extends ResourceFields, Name extends keyof F> = { -readonly [N in Name]: Static<F[N]['schema']> }

export type Input<F extends ResourceFields> = Sent<F, NameOf<F, { required: true }>> &
  Partial<Sent<F, Exclude<keyof F, NameOf<F, { required: true }>>>>

export type Changes<F extends ResourceFields> = Partial<Sent<F, Exclude<keyof F, NameOf<F, { fixed: true }>>>>

export type Shapes = { row: object; input: object; changes: object }

/** Listed, read, made, changed and deleted by the same rules as others. What a hook throws is an `ApiError`, before anything is written. */
export type Declaration<
  F extends ResourceFields,
  C extends string,
  Locked,
  One extends string = string,
  Table extends string = string,
> = {
  /** In the ids of operations, `getDiscount` and `listDiscounts`; the first is the name of its schema, too. */
  id: { one: One; many: string }
  path: `/${string}`
  table: Table
  /** `discounts` needs `discounts:read` and `discounts:write`. */
  scope: 'products' | 'categories' | 'discounts' | 'shipping' | 'store'
  /** `Leer un código de descuento`, `Listar códigos de descuento`, `El descuento no existe` */
  words: { one: string; many: string; the: Localized }
  /** What sentences of changes call one and many: `Ana eliminó el descuento VERANO`. */
  recordedAs: { one: Localized; many: Localized; of: Localized }
  descriptions: Record<'list' | 'get' | 'create' | 'update' | 'delete', string>
  errors?: { create?: string[]; update?: string[] }
  /** In the order in which responses show them. */
  fields: F
  /** Numbers that are shown and never written. */
  counts?: Record<C, TSchema>
  /** The columns of `counts`, where they are not columns of the table, and what they are counted from. */
  counted?: (sql: Sql) => Fragment
  countedFrom?: (sql: Sql, storeId: string) => Fragment
  order: string
  /** Reads depend on the catalog alone, and are cached by its version. */
  cached?: true
  ifMatch?: true
  /** What the ETag of the panel's form leaves out, because the form doesn't edit it. */
  unedited?: Partial<Row<F, NoInfer<C>>>
  /** So that writers of the store's resources run one at a time: a cap or a free code that was looked for stays. */
  lock(tx: Tx, storeId: string): Promise<Locked>
  /** The fields sent as they are stored, such as a code in upper case. With `before` null they are those of a new one. @throws 400 */
  toStored?(
    sent: Partial<Input<F>>,
    before: Row<F, NoInfer<C>> | null,
    locked: Locked,
  ): Partial<Row<F, NoInfer<C>>>
  /** The rules on the row as it would be stored: a new type with the old value. @throws 400 */
  check?(row: Row<F, NoInfer<C>>, locked: Locked): void
  /** What depends on other rows: caps, names in use. @throws 403, 409 */
  admit?(
    tx: Tx,
    storeId: string,
    row: Row<F, NoInfer<C>>,
    before: Row<F, NoInfer<C>> | null,
  ): Promise<unknown>
  beforeDelete?(tx: Tx, storeId: string, ids: string[]): Promise<unknown>
  /** What a write or a deletion causes elsewhere. */
  afterWrite?(tx: Tx, storeId: string): Promise<unknown>
}

/** Any resource, as the engine holds it: its hooks take what its own fields say. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type AnyDeclaration = Declaration<ResourceFields, string, any>
