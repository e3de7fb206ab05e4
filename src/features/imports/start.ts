import { isTransientError, type Db, type Tx } from '../../core/database/db.ts'
import { ApiError, firstMessage } from '../../core/errors/errors.ts'
import { startLoop, type Loop } from '../../core/jobs/loop.ts'
import type { Log } from '../../core/process/log.ts'
import type { ProductFile } from './draft.ts'
import { importColumns, type ImportRow, type Result } from './import.ts'
import { runImport, Interrupted, readImport } from './run.ts'
import { undoBatch, undoIdOf } from './undo.ts'

const MAX_ATTEMPTS = 5
/** More than there are processes, because the first rows may be locked, each by a process that runs it. */
const MAX_CANDIDATES = 100

/** Runs pending imports, one at a time per process, each in one transaction. */
export function startImports({ sql, log }: { sql: Db; log: Log }): Loop {
  let running: Promise<void> | null = null
  let isStopping = false
  const loop = startLoop({ name: 'imports', log, runOnce })
  return {
    trigger: loop.trigger,
    async stop() {
      isStopping = true
      await loop.stop()
    },
  }

  /** Starts the next import without waiting for its end, which may take a minute. */
  async function runOnce() {
    if (running || isStopping) return
    const job = await claimNext(sql)
    if (!job) return
    running = run(sql, log, job, () => isStopping).finally(() => {
      running = null
      loop.trigger()
    })
  }
}

/** Counts the attempt. The row of a running import is locked by its process, and is skipped. */
async function claimNext(sql: Db): Promise<ImportRow | undefined> {
  const waiting = await sql<Pick<ImportRow, 'storeId' | 'id' | 'attempts'>[]>`
    select store_id, id, attempts
    from imports
    where state in ('waiting', 'undoing')
    order by attempts, created_at
    limit ${MAX_CANDIDATES}`
  for (const { storeId, id, attempts } of waiting) {
    const [job] = await sql<ImportRow[]>`
      update imports
      set attempts = attempts + 1
      where store_id = ${storeId}
      and id = (
        select id
        from imports
        where store_id = ${storeId} and id = ${id} and attempts = ${attempts} and state in ('waiting', 'undoing')
        for update skip locked
      )
      returning ${importColumns(sql)}`
    if (job) return job
  }
  return undefined
}

async function run(sql: Db, log: Log, job: ImportRow, isStopping: () => boolean): Promise<void> {
  const of = { import: job.id, store: job.storeId }
  let file: ProductFile | null = null
  try {
    if (job.attempts > MAX_ATTEMPTS) throw new Error('Too many failed attempts')
    if (job.state === 'waiting') file = await readImport(sql, job)
    const changeId = file ? job.id : await undoIdOf(sql, job)
    await attributed(sql, job, changeId).begin(async (tx) => {
      if (!(await lockJob(tx, job))) return
      if (file) return finish(tx, job, await runImport(tx, job, file, isStopping))
      const { result, isLast } = await undoBatch(tx, job, changeId)
      await (isLast ? finish(tx, job, result) : continueLater(tx, job, result))
    })
  } catch (err) {
    if (err instanceof Interrupted || (isTransientError(err) && job.attempts < MAX_ATTEMPTS))
      return log.info(of, 'import interrupted, will be started again')
    if (!(err instanceof ApiError)) log.error({ err, ...of }, 'import failed')
    await finish(sql, job, {
      ...job.result,
      ...(file && { columns: file.columns }),
      error: errorOf(err, job),
    }).catch((error: unknown) =>
      log.warn({ err: error, ...of }, 'the failure of an import could not be recorded'),
    )
  }
}

/** Attributes the changes to the account and the key that requested the import. */
const attributed = (sql: Db, { accountId, keyId }: ImportRow, changeId: string): Db =>
  sql.attributedTo({ changeId, by: 'import', accountId, keyId })

async function lockJob(tx: Tx, { storeId, id }: ImportRow): Promise<boolean> {
  const [job] = await tx`
    select 1
    from imports
    where store_id = ${storeId} and id = ${id} and state in ('waiting', 'undoing')
    for update skip locked`
  return job !== undefined
}

/** Stores what was undone so far; the next batch has all attempts again. */
const continueLater = (tx: Tx, { storeId, id }: ImportRow, result: Result) => tx`
  update imports set result = ${tx.json(result)}, attempts = 0 where store_id = ${storeId} and id = ${id}`

async function finish(sql: Db | Tx, { storeId, id, state }: ImportRow, result: Result): Promise<void> {
  const stateOnSuccess = state === 'undoing' ? 'undone' : 'done'
  const stateOnFailure = state === 'undoing' ? 'done' : 'failed'
  await sql`
    update imports
    set
      state = ${result.error ? stateOnFailure : stateOnSuccess}, result = ${sql.json(result)},
      finished_at = coalesce(finished_at, (select date_trunc('milliseconds', statement_timestamp())))
    where store_id = ${storeId} and id = ${id} and state = ${state}`
}

function errorOf(error: unknown, { state }: ImportRow): { code: string; message: string } {
  if (!(error instanceof ApiError)) {
    return {
      code: 'INTERNAL_ERROR',
      message: `Ocurrió un error inesperado y ${state === 'undoing' ? 'no se deshizo todo' : 'no se cambió nada'}. Vuelve a intentarlo.`,
    }
  }
  return { code: error.body.code ?? 'VALIDATION_ERROR', message: firstMessage(error) }
}
