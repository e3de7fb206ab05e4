import { isDeepStrictEqual } from 'node:util'
import type { Sql, Tx } from '../database/db.ts'
import { nextPosition } from '../database/next-position.ts'
import { notFound } from '../errors/errors.ts'
import { etagOf, requireMatch } from '../http/etag.ts'
import { newId } from '../values/id.ts'
import { emptyAsNull } from '../values/text.ts'
import type { AnyDeclaration, ResourceFields, Shapes } from './declaration.ts'
import { tableOf } from './table.ts'

type Of = { storeId: string; id: string }

export function workOf<S extends Shapes>(declared: AnyDeclaration) {
  type Row = S['row']
  const { table, words, fields, unedited } = declared
  const { all, page, ...rows } = tableOf<Row>(declared)
  const defaults = defaultsOf(fields)

  /** @throws 404 */
  async function find(sql: Sql, storeId: string, id: string): Promise<Row> {
    return existing(await rows.find(sql, storeId, id))
  }

  function existing(row: Row | undefined): Row {
    if (!row) throw notFound(words.the)
    return row
  }

  /** @throws 400, 403, 409 as its hooks do */
  async function add(tx: Tx, storeId: string, input: S['input']): Promise<Row> {
    const locked: unknown = await declared.lock(tx, storeId)
    const row = stored({ ...defaults, ...emptyAsNull(input as never) }, null, locked)
    declared.check?.(row as never, locked)
    await declared.admit?.(tx, storeId, row as never, null)
    const id = newId()
    if ('position' in fields) row['position'] ??= await nextPosition(tx, table, storeId)
    await rows.insert(tx, storeId, id, row)
    await declared.afterWrite?.(tx, storeId)
    return find(tx, storeId, id)
  }
  const stored = (sent: object, before: Row | null, locked: unknown): Record<string, unknown> =>
    (declared.toStored?.(sent, before as never, locked) ?? sent) as Record<string, unknown>

  /**
   * The changes are validated together with what is stored. Writes nothing when no value changes.
   * @throws 404, 412 `CHANGED_SINCE`, and what its hooks throw
   */
  async function change(tx: Tx, { storeId, id }: Of, changes: S['changes'], ifMatch?: string): Promise<Row> {
    const locked: unknown = await declared.lock(tx, storeId)
    const before = existing(await rows.lock(tx, storeId, id))
    requireMatch(ifMatch, before, etagsOf(before))
    const after = { ...before, ...stored(emptyAsNull(changes as never), before, locked) }
    if (isDeepStrictEqual(after, before)) return before
    declared.check?.(after as never, locked)
    await declared.admit?.(tx, storeId, after as never, before as never)
    await rows.update(tx, storeId, id, after)
    await declared.afterWrite?.(tx, storeId)
    return find(tx, storeId, id)
  }

  /** The ETag of what the panel's form edits; that of the API's response is another. */
  const formEtag = (row: Row) => etagOf(JSON.stringify({ data: { ...row, ...unedited } }))
  const etagsOf = (row: Row): [string, ...string[]] =>
    declared.ifMatch ? [etagOf(JSON.stringify({ data: row })), formEtag(row)] : [formEtag(row)]

  /** @throws 404 */
  async function remove(tx: Tx, storeId: string, id: string) {
    await declared.lock(tx, storeId)
    await declared.beforeDelete?.(tx, storeId, [id])
    const { count } = await rows.delete(tx, storeId, id)
    if (count === 0) throw notFound(words.the)
    await declared.afterWrite?.(tx, storeId)
    return { id, deleted: true as const }
  }

  return { all, page, find, add, change, remove, formEtag }
}

const defaultsOf = (fields: ResourceFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { required }]) => !required)
      .map(([name, field]) => [name, field.default ?? null]),
  )
