import { tryLockText } from '../../core/database/advisory-locks.ts'
import { t, type Localized, type Wording } from '../../core/texts/text.ts'
import { isTransientError, type Db, type Tx } from '../../core/database/db.ts'
import { ApiError, firstMessage } from '../../core/errors/errors.ts'
import { startLoop, type Loop } from '../../core/jobs/loop.ts'
import type { Log } from '../../core/process/log.ts'
import type { ProductFile } from './draft.ts'
import { importColumns, type ImportRow, type Result } from './import.ts'
import { endImport, finish, Interrupted, readImport, runImport } from './run.ts'
import { toStored } from './stored-message.ts'
import { undoBatch, undoIdOf } from './undo.ts'

const MAX_ATTEMPTS = 5
/** More than there are processes, because the first rows may be locked, each by a process that runs it. */
const MAX_CANDIDATES = 100

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
    const waiting = await listWaiting(sql)
    if (waiting.length === 0) return
    running = runNext(waiting)
      .catch((err: unknown) => log.warn({ err }, 'imports could not be claimed'))
      .then((hasRun) => {
        running = null
        if (hasRun) loop.trigger()
      })
  }

  /** A transaction holds the claim, so that another process goes on with the import as soon as this one ends. */
  function runNext(waiting: Waiting[]) {
    return sql.begin(async (claim) => {
      await claim`select set_config('idle_in_transaction_session_timeout', '0', true)`
      const job = await claimNext(sql, claim, waiting)
      if (job) await run(sql, log, job, () => isStopping)
      return job !== undefined
    })
  }
}

type Waiting = Pick<ImportRow, 'storeId' | 'id' | 'attempts'>

const listWaiting = (sql: Db) => sql<Waiting[]>`
  select store_id, id, attempts
  from imports
  where state in ('waiting', 'undoing')
  order by attempts, created_at
  limit ${MAX_CANDIDATES}`

async function claimNext(sql: Db, claim: Tx, waiting: Waiting[]): Promise<ImportRow | undefined> {
  for (const { storeId, id, attempts } of waiting) {
    if (!(await tryLockText(claim, 'imports', `${storeId} ${id}`))) continue
    const [job] = await sql<ImportRow[]>`
      update imports
      set attempts = attempts + 1
      where store_id = ${storeId} and id = ${id} and attempts = ${attempts} and state in ('waiting', 'undoing')
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
    if (job.state === 'undoing') return await undoNext(sql, job)
    file = await readImport(sql, job)
    await runImport(attributed(sql, job, job.id), job, file, isStopping)
  } catch (err) {
    if (err instanceof Interrupted || (isTransientError(err) && job.attempts < MAX_ATTEMPTS))
      return log.info(of, 'import interrupted, will be started again')
    if (!(err instanceof ApiError)) log.error({ err, ...of }, 'import failed')
    await recordFailure(sql, job, file, err).catch((error: unknown) =>
      log.warn({ err: error, ...of }, 'the failure of an import could not be recorded'),
    )
  }
}

async function undoNext(sql: Db, job: ImportRow): Promise<void> {
  const undoId = await undoIdOf(sql, job)
  await attributed(sql, job, undoId).begin(async (tx) => {
    const { result, isLast } = await undoBatch(tx, job, undoId)
    await (isLast ? finish(tx, job, 'undone', result) : continueLater(tx, job, result))
  })
}

const attributed = (sql: Db, { accountId, keyId }: ImportRow, changeId: string): Db =>
  sql.attributedTo({ changeId, by: 'import', accountId, keyId })

/** Stores what was undone so far; the next batch has all attempts again. */
const continueLater = (tx: Tx, { storeId, id }: ImportRow, result: Result) => tx`
  update imports set result = ${tx.json(result)}, attempts = 0 where store_id = ${storeId} and id = ${id}`

async function recordFailure(sql: Db, job: ImportRow, file: ProductFile | null, failure: unknown) {
  const { storeId, id, state, result } = job
  if (state === 'undoing')
    return finish(sql, job, 'done', { ...result, error: storedError(failure, undoFailed) })
  const [change] = await sql`select 1 from changes where store_id = ${storeId} and id = ${id}`
  if (change) return sql.begin((tx) => endImport(tx, job, storedError(failure, restLost, partial)))
  const columns = file && { columns: file.columns }
  return finish(sql, job, 'failed', { ...columns, error: storedError(failure, importFailed) })
}

const undoFailed = t('Ocurrió un error inesperado y no se deshizo todo. Vuelve a intentarlo.')
const restLost = t('Ocurrió un error inesperado y el resto no se guardó. Vuelve a intentarlo.')
const importFailed = t('Ocurrió un error inesperado y no se cambió nada. Vuelve a intentarlo.')

const partial = (message: Wording) => t('Se importó solo una parte del archivo. {message}', { message })

/** @param unexpected what is said of an error that is not the file's */
function storedError(
  failure: unknown,
  unexpected: Localized,
  say = (message: Wording) => message,
): NonNullable<Result['error']> {
  if (!(failure instanceof ApiError)) return { code: 'INTERNAL_ERROR', ...toStored(say(unexpected)) }
  return { code: failure.body.code ?? 'VALIDATION_ERROR', ...toStored(say(firstMessage(failure))) }
}
