import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from 'typebox'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import type { Sql } from '../../core/database/db.ts'
import type { App } from '../../core/http/app.ts'
import { pageQuery, type Page } from '../../core/http/page.ts'
import { inSpanish, type Issue } from '../../core/errors/errors.ts'
import { dataOf, IdParams, Nullable } from '../../core/http/schema.ts'
import { holdStreamedFile } from '../../core/http/unread-bodies.ts'
import { readsOf } from '../../core/operations/perform.ts'
import { toVariant, type ProductRow } from '../products/product.ts'
import {
  ACTIONS,
  Import,
  comparedFields,
  readOneImport,
  type Action,
  type EvaluatedRow,
  type ProductField,
} from './import.ts'
import { fromStored, type StoredMessage } from './stored-message.ts'

const ImportedRow = Type.Object(
  {
    line: Type.Integer({ description: 'Línea del archivo en que empieza' }),
    action: Type.Enum([...ACTIONS], {
      description: 'new: se crea; changed: cambia; unchanged: queda igual; refused: rechazada',
    }),
    productId: Nullable(
      Type.String({ description: 'El producto de la tienda; nulo de uno nuevo que no se guardó' }),
    ),
    name: Nullable(Type.String()),
    issues: Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), message: Type.String() }), {
      description: 'Por qué se rechaza',
    }),
    changes: Type.Array(
      Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }),
      { description: 'Cada campo que cambia, con su valor anterior y el nuevo' },
    ),
    kept: Type.Array(Type.String(), {
      description: 'Al deshacer: los campos que cambiaron después de importar, y quedaron como estaban',
    }),
  },
  { title: 'ImportedRow', description: 'Un producto del archivo y lo que pasa con él' },
)
export type FieldChange = Static<typeof ImportedRow>['changes'][number]

/** For people: why it is refused in their language. */
export type ReadableRow = Omit<Static<typeof ImportedRow>, 'issues'> & { issues: Issue[] }

export function getImportRoute(app: App) {
  app.get('/imports/:id', {
    config: { scope: 'products:write' },
    schema: {
      operationId: 'getImport',
      summary: 'Leer una importación',
      description:
        'El estado, cuántos productos son nuevos o cambian, sus fotos, y una página de las filas con su diferencia. Las que ' +
        'quedan igual o se rechazan se guardan de las 20 importaciones más nuevas.',
      params: IdParams,
      querystring: Type.Object({
        ...pageQuery(),
        action: Type.Optional(Type.Enum([...ACTIONS], { description: 'Solo las filas de este tipo' })),
      }),
      response: {
        200: dataOf(
          Type.Object({
            ...Import.properties,
            rows: Type.Array(ImportedRow),
            rowTotal: Type.Integer({ description: 'Cuántas filas hay en todas las páginas' }),
          }),
        ),
      },
    },
    async handler({ caller, store, params, query }, reply) {
      const { accountId } = caller.key
      const sql = readsOf(app, caller)
      const found = await readOneImport(sql, store.id, params.id)
      holdStreamedFile(reply, accountId)
      const page = await listImportRows(found, { sql, accountId, storeId: store.id, ...query })
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(Readable.from(jsonOf(found, page), { objectMode: false }) as never)
    },
  })
}

/** In pieces, because the rows of a page may have tens of megabytes. */
async function* jsonOf(found: Import, { rows, total }: Awaited<ReturnType<typeof listImportRows>>) {
  yield `{"data":${JSON.stringify({ ...found, rowTotal: total }).slice(0, -1)},"rows":[`
  let separator = ''
  for await (const row of rows) {
    yield separator + JSON.stringify({ ...row, issues: row.issues.map(inSpanish) })
    separator = ','
  }
  yield ']}}'
}

type StoredRow = Omit<EvaluatedRow, 'issues'> & {
  issues: (Omit<Issue, 'message'> & StoredMessage)[]
  kept: string[] | null
}

const inTurn = fairQueue(queues.importRows)
const MAX_SLICE = { bytes: 64 * 1024, rows: 25 }

type Rows = { sql: Sql; accountId: string; storeId: string; action?: Action | undefined } & Page
type OfImport = Pick<Import, 'id' | 'dryRun' | 'state'>

/** A page of an import's rows in the order of the file, each with its changed fields before and after; read as they are used. */
export async function listImportRows(
  { id, dryRun, state }: OfImport,
  { sql, accountId, storeId, action, limit, offset }: Rows,
): Promise<{ rows: AsyncGenerator<ReadableRow>; total: number }> {
  const condition = sql`
    store_id = ${storeId} and import_id = ${id} ${action === undefined ? sql`` : sql`and action = ${action}`}`
  const [lines, [count]] = await Promise.all([
    sql<{ line: number; bytes: number }[]>`
      select line, coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0) as bytes
      from import_rows
      where ${condition}
      order by line
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from import_rows where ${condition}`,
  ])
  const isStored = !dryRun && ['done', 'undoing', 'undone'].includes(state)
  const read = (some: number[]) => sql<StoredRow[]>`
    select line, action, product_id, name, issues, before, after, kept
    from import_rows
    where store_id = ${storeId} and import_id = ${id} and line = any(${some}::int[])
    order by line`

  async function* rows() {
    for (const some of slices(lines))
      yield* await inTurn(accountId, async () => (await read(some)).map((row) => toRow(row, isStored)))
  }
  return { rows: rows(), total: count.total }
}

function slices(lines: { line: number; bytes: number }[]): number[][] {
  const found: number[][] = []
  let size = Infinity
  for (const { line, bytes } of lines) {
    size += bytes
    const current = found.at(-1)
    if (current && size <= MAX_SLICE.bytes && current.length < MAX_SLICE.rows) current.push(line)
    else {
      found.push([line])
      size = bytes
    }
  }
  return found
}

export type ImportedVariant = ReturnType<typeof publicVariants>[number]

/** Hides the ids of what a dry run would create: the import itself will give others. */
function toRow(
  { line, action, productId, name, issues, before, after, kept }: StoredRow,
  isStored: boolean,
): ReadableRow {
  const isSame = (field: ProductField) => before !== null && isDeepStrictEqual(before[field], after?.[field])
  const changes = after ? comparedFields.filter((field) => !isSame(field)) : []
  const known = new Set([before, isStored ? after : null].flatMap((one) => idsOf(one?.variants ?? [])))
  return {
    line,
    action,
    productId: action === 'new' && !isStored ? null : productId,
    name,
    issues: issues.map(({ translations, ...issue }) => ({
      ...issue,
      message: fromStored({ message: issue.message, translations }),
    })),
    changes: changes.map((field) => ({
      field,
      before: before && publicValue(field, before, known),
      after: publicValue(field, after!, known),
    })),
    kept: kept ?? [],
  }
}

const publicValue = (field: ProductField, row: ProductRow, known: ReadonlySet<string>): unknown =>
  field === 'variants' ? publicVariants(row, known) : row[field]

const idsOf = (variants: ProductRow['variants']) => variants.map(({ id }) => id)

const publicVariants = ({ variants, price: ofProduct }: ProductRow, known: ReadonlySet<string>) =>
  variants.map((variant) => ({
    ...toVariant(variant, ofProduct),
    id: known.has(variant.id) ? variant.id : null,
  }))
