import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { notFound, type Issue } from '../../core/errors/errors.ts'
import { Nullable } from '../../core/http/schema.ts'
import { productFields } from '../products/fields.ts'
import type { ProductRow } from '../products/product.ts'
import { FIELDS, type ColumnMap, type FileColumn } from './columns.ts'
import type { FormatName } from './formats/format.ts'
import { formats } from './formats/formats.ts'
import { LOSSES, lossTexts, type Loss } from './losses.ts'
import { isAboutStock } from './recognise.ts'
import type { StoredMessage } from './stored-message.ts'
import { t } from '../../core/texts/text.ts'

/*
 * One product on its way into the store: bytes, records (`read-csv.ts`), rows whose cells have a field (`columns.ts`,
 * `recognise.ts`, `parse-file.ts`), a draft of the product (`draft-of-rows.ts`), whatever the format (`formats/` has what differs
 * between them), the body of a request (`body-of-draft.ts`),
 * and the row before and after, compared and stored in `import_rows` (`evaluate.ts`), from which it is written (`run.ts`).
 * An import doesn't perform `createProduct` and `updateProduct`, which would be 10,000 transactions: it validates by their
 * functions and writes batches by the statements that they use (`products/write-many.ts`), each in a transaction. It adds
 * categories and groups of extras by the functions of their operations. Its undo is that of its change, a hundred products per
 * transaction (`undo.ts`, `changes/undo-products.ts`).
 */

export const ACTIONS = ['new', 'changed', 'unchanged', 'refused'] as const
export type Action = (typeof ACTIONS)[number]

const STATES = ['waiting', 'done', 'failed', 'undoing', 'undone'] as const
type State = (typeof STATES)[number]

export const UNDO_DAYS = 30

const Count = (description: string) => Type.Integer({ description })

export const Columns = Type.Record(Type.String(), Nullable(Type.Enum([...FIELDS])), {
  maxProperties: 256,
  description:
    'Qué contiene cada columna, por su encabezado; nulo la deja fuera. Las que faltan se reconocen solas',
})

export const Import = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum([...STATES], {
      description:
        'waiting: se está leyendo o guardando; done: hecho, con `error` solo en parte; failed: no cambió nada, `error` dice por ' +
        'qué; undoing, undone: deshecho',
    }),
    dryRun: Type.Boolean({ description: 'Un ensayo: no cambia nada' }),
    skipRefused: Type.Boolean(),
    fileName: Nullable(Type.String()),
    format: Nullable(
      Type.Enum(
        formats.map(({ name }) => name),
        { description: 'El tipo de archivo que se reconoció' },
      ),
    ),
    columns: Type.Array(
      Type.Object({
        header: Type.String(),
        field: Nullable(Type.String()),
        example: Nullable(Type.String({ description: 'Lo primero que hay en la columna, acortado' })),
      }),
      { description: 'Qué contiene cada columna; nulo, nada que se importe' },
    ),
    unreadColumns: Type.Array(Type.String(), {
      description: 'Columnas sin campo cuyo nombre habla de existencias o de visibilidad: mira qué dicen',
    }),
    counts: Type.Object(
      {
        new: Count('Productos nuevos'),
        changed: Count('Productos que cambian'),
        unchanged: Count('Productos que quedan igual'),
        refused: Count('Filas rechazadas'),
      },
      { description: 'Cuántos productos del archivo hay de cada tipo' },
    ),
    ambiguousCells: Count(
      'Importes, existencias y fechas que pueden leerse de dos maneras: sus filas se rechazan',
    ),
    dropped: Type.Array(
      Type.Object({
        reason: Type.Enum([...LOSSES]),
        message: Type.String(),
        products: Type.Integer({ description: 'De cuántos productos nuevos o que cambian' }),
        line: Type.Integer({ description: 'La línea del primero' }),
      }),
      {
        description:
          'Lo que el archivo dice de sus productos y no se guarda, además de las columnas sin campo',
      },
    ),
    newCategories: Type.Array(Type.String(), { description: 'Categorías que el archivo nombra y se crean' }),
    newModifierGroups: Type.Array(Type.String(), {
      description: 'Grupos de extras que el archivo define y se crean',
    }),
    cap: Nullable(
      Type.Object(
        { limit: Type.Integer(), used: Type.Integer(), after: Type.Integer() },
        { description: 'Cuántos productos permite el plan, cuántos había y cuántos habría' },
      ),
    ),
    pictures: Type.Object(
      { total: Type.Integer(), stored: Type.Integer(), failed: Type.Integer() },
      { description: 'Fotos del archivo que se descargan a la tienda después de importar' },
    ),
    undo: Nullable(
      Type.Object(
        { restored: Type.Integer(), deleted: Type.Integer(), kept: Type.Integer() },
        { description: 'Qué hizo deshacer: `kept` son los que cambiaron después, y quedan como están' },
      ),
    ),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    undoableUntil: Nullable(Type.String({ format: 'date-time' })),
    createdAt: Type.String({ format: 'date-time' }),
    finishedAt: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'Import', description: 'Una importación de productos, o su ensayo' },
)
export type Import = Static<typeof Import>

export type Dropped = { reason: Loss; products: number; line: number }

export type Result = {
  format?: FormatName
  columns?: FileColumn[]
  counts?: Record<Action, number>
  ambiguousCells?: number
  dropped?: Dropped[]
  newCategories?: { id: string; name: string }[]
  newModifierGroups?: { id: string; name: string }[]
  cap?: { limit: number; used: number; after: number }
  undo?: { restored: number; deleted: number; kept: number }
  error?: { code: string } & StoredMessage
}

export type ProductField = Exclude<keyof typeof productFields, 'imageUrl'> | 'variants'
export const comparedFields: readonly ProductField[] = [
  ...(Object.keys(productFields) as (keyof typeof productFields)[]).filter((name) => name !== 'imageUrl'),
  'variants',
]

export type ImportRow = {
  storeId: string
  id: string
  fileId: string
  fileName: string | null
  state: State
  isDryRun: boolean
  skipsRefused: boolean
  addsCategories: boolean
  columnMap: ColumnMap
  accountId: string | null
  keyId: string | null
  attempts: number
  result: Result
  createdAt: string
  finishedAt: string | null
}

export const importColumns = (sql: Sql) => sql`
  imports.store_id, imports.id, imports.file_id, imports.file_name, imports.state, imports.is_dry_run, imports.skips_refused,
  imports.adds_categories, imports.column_map, imports.account_id, imports.key_id, imports.attempts, imports.result,
  imports.created_at, imports.finished_at`

/** Whether an earlier attempt began to store the products. */
export const isResumed = ({ result }: ImportRow) => result.counts !== undefined

export type EvaluatedRow = {
  line: number
  action: Action
  productId: string | null
  name: string | null
  issues: Issue[]
  before: ProductRow | null
  after: ProductRow | null
  losses: Loss[]
}

export type ShownImport = ImportRow & { pictures: Import['pictures'] }

export const shownColumns = (sql: Sql) => sql`
  ${importColumns(sql)}, (
    select jsonb_build_object(
      'total', count(*), 'stored', count(*) filter (where state = 'stored'), 'failed', count(*) filter (where state = 'failed')
    )
    from import_pictures
    where import_pictures.store_id = imports.store_id and import_pictures.import_id = imports.id
  ) as pictures`

/** @throws 404 */
export async function findImport(sql: Sql, storeId: string, id: string): Promise<ShownImport> {
  const [row] = await sql<ShownImport[]>`
    select ${shownColumns(sql)} from imports where store_id = ${storeId} and id = ${id}`
  if (!row) throw notFound(t('La importación'))
  return row
}

/** @throws 404 */
export const readOneImport = async (sql: Sql, storeId: string, id: string): Promise<Import> =>
  toImport(await findImport(sql, storeId, id))

const DAY = 24 * 3600 * 1000

export function toImport(row: ShownImport): Import {
  const { result, state, isDryRun, finishedAt } = row
  const isUndoable = state === 'done' && !isDryRun && finishedAt !== null
  return {
    id: row.id,
    state,
    dryRun: isDryRun,
    skipRefused: row.skipsRefused,
    fileName: row.fileName,
    format: result.format ?? null,
    columns: result.columns ?? [],
    unreadColumns: unreadColumnsOf(result),
    counts: result.counts ?? { new: 0, changed: 0, unchanged: 0, refused: 0 },
    ambiguousCells: result.ambiguousCells ?? 0,
    dropped: (result.dropped ?? []).map((one) => ({ ...one, message: lossTexts[one.reason].in('es') })),
    newCategories: (result.newCategories ?? []).map(({ name }) => name),
    newModifierGroups: (result.newModifierGroups ?? []).map(({ name }) => name),
    cap: result.cap ?? null,
    pictures: row.pictures,
    undo: state === 'undone' ? (result.undo ?? null) : null,
    error: result.error ? { code: result.error.code, message: result.error.message } : null,
    undoableUntil: isUndoable ? new Date(Date.parse(finishedAt) + UNDO_DAYS * DAY).toISOString() : null,
    createdAt: row.createdAt,
    finishedAt,
  }
}

/** The columns with something in them that nothing reads, and that may say what is hidden or sold out. */
const unreadColumnsOf = ({ columns = [] }: Result): string[] =>
  columns.flatMap(({ header, field, example }) =>
    field === null && example !== null && isAboutStock(header) ? header : [],
  )
