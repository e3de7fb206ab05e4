import type { Static, TSchema } from 'typebox'
import { attributionOf, authorize, type Caller } from '../auth/caller.ts'
import { fitting } from '../database/bounded-rows.ts'
import type { Db, Sql, Tx } from '../database/db.ts'
import { notFound } from '../errors/errors.ts'
import type { App } from '../http/app.ts'
import type { CachedBody } from '../http/body-cache.ts'
import { respondOnce, recordKeyOf, requestHash, commitOnce } from '../http/stored-responses.ts'
import { isId } from '../values/id.ts'
import { isRead, type AnyOperation, type Input, type Operation, type Service } from './operation.ts'
import { t } from '../texts/text.ts'

/**
 * Performs an operation for a caller whom the door has authenticated and counted: billing, scope, plan, schema, then the work, in
 * one transaction where it writes. The only way in, so no door can forget a check. @throws ApiError
 */
export async function perform<R extends TSchema>(
  service: Service,
  // oxlint-disable-next-line typescript/no-explicit-any -- see AnyOperation
  operation: Operation<R, any, any, any>,
  caller: Caller,
  input: Input = {},
): Promise<Static<R>> {
  if (isRead(operation)) {
    authorize(caller, operation)
    return read(service, operation, contextOf(service, operation, caller, input)) as Promise<Static<R>>
  }
  const run = await prepare(service, operation, caller, input)
  return writesOf(service, operation, caller).begin(run) as Promise<Static<R>>
}

export type PerformIn = <R extends TSchema>(
  // oxlint-disable-next-line typescript/no-explicit-any -- see AnyOperation
  operation: Operation<R, any, any, any>,
  input: Input,
) => Promise<Static<R>>

/** All of them, or none. With an idempotency key, once: later calls get the first result, which must be JSON. */
export async function performTogether<T>(
  service: Service,
  caller: Caller,
  work: (performIn: PerformIn, tx: Tx) => Promise<T>,
  idempotencyKey?: string,
): Promise<T> {
  const sql = writesOf(service, {}, caller)
  const run = (tx: Tx) => work(performerIn(service, caller, tx), tx)
  if (idempotencyKey === undefined) return sql.begin(run)
  const stored = await commitOnce(sql, recordKeyOf(caller, idempotencyKey), NO_HASH, async (tx) => ({
    status: 200,
    body: JSON.stringify((await run(tx)) ?? null),
    location: null,
  }))
  return JSON.parse(stored.body) as T
}

const NO_HASH = Buffer.alloc(0)

export const performerIn =
  (service: Service, caller: Caller, tx: Tx): PerformIn =>
  async (operation, input) =>
    (await prepare(service, operation, caller, input))(tx) as never

/** Performs all that comes before the transaction. @returns what remains: to run it, in the one that is given @throws ApiError */
export async function prepare(service: Service, operation: AnyOperation, caller: Caller, input: Input) {
  authorize(caller, operation)
  const context = contextOf(service, operation, caller, input)
  const prepared: unknown = await operation.prepare?.({
    ...context,
    sql: writesOf(service, operation, caller),
  })
  return async (sql: Sql): Promise<unknown> => operation.run({ ...context, prepared, sql })
}

/** @throws 400, and 404 for what can't be an id */
function contextOf(service: Service, operation: AnyOperation, caller: Caller, input: Input) {
  const valid = operation.validate(input)
  const { id = '', ifMatch, file } = input
  if (operation.path.includes(':id') && !isId(id)) throw notFound(t('El recurso'))
  const { key, store } = caller
  return { service, caller, store: store!, accountId: key.accountId, id, ifMatch, file, ...valid }
}

/** Bytes of the rows of a page, whose last one may pass it: counted as they arrive, before anything is made of them. */
const MAX_BYTES = { assistant: 512 * 1024, other: 4 * 1024 * 1024 }

const maxBytesOf = ({ by }: Caller) => MAX_BYTES[by === 'assistant' ? by : 'other']

/** Runs a read. A list whose page would weigh too much ends before: its `limit` is how many it has then. */
function read(
  service: Service,
  operation: AnyOperation,
  context: ReturnType<typeof contextOf>,
): Promise<unknown> {
  const { caller, query } = context
  const sql = readsOf(service, caller)
  const run = async (own: Sql, changes: object = {}): Promise<unknown> =>
    operation.run({ ...context, ...changes, prepared: undefined, sql: own })
  const { limit } = (query as { limit?: number } | undefined) ?? {}
  if (limit === undefined) return run(sql)
  const bounded = sql.boundedTo(maxBytesOf(caller))
  return fitting(limit, (most) => run(bounded, { query: { ...(query as object), limit: most } }))
}

/** The body of a read of the catalog: the cached one of the catalog's version, or a new one. @throws ApiError */
export async function performCached(
  service: App,
  operation: AnyOperation,
  caller: Caller,
  input: Input,
): Promise<CachedBody> {
  authorize(caller, operation)
  const context = contextOf(service, operation, caller, input)
  const { store, id, query } = context
  const key = JSON.stringify([
    store.id,
    operation.id,
    id,
    maxBytesOf(caller),
    sorted((query as object | undefined) ?? {}),
  ])
  return service.bodies.getOrCreate(key, store.catalogVersion, async () =>
    Buffer.from(JSON.stringify(await read(service, operation, context))),
  )
}

const sorted = (query: object) => Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))

/**
 * Performs a write once for an idempotency key of the caller: the response is stored in the same transaction, and later calls
 * get it. 404 and 409 are stored too. @throws ApiError, 409 while the first call runs or when the key had another input
 */
export async function performOnce(
  service: Service,
  operation: AnyOperation,
  caller: Caller,
  input: Input,
  idempotencyKey: string,
) {
  const run = await prepare(service, operation, caller, input)
  const path = `/api/v1${pathOf(operation, input)}`
  const hash = requestHash([operation.method, path, caller.store?.id ?? null, input.body ?? null])
  return respondOnce(
    writesOf(service, operation, caller),
    recordKeyOf(caller, idempotencyKey),
    hash,
    async (tx) => toResponse(operation, await run(tx)),
  )
}

export function toResponse(operation: AnyOperation, result: unknown) {
  const status = 201 in operation.response ? 201 : 200
  return {
    status,
    body: JSON.stringify(result),
    location: status === 201 ? locationOf(operation, result as { data: { id: string } }) : null,
  }
}

const locationOf = (operation: AnyOperation, result: { data: { id: string } }) =>
  operation.location?.(result) ?? `/api/v1${operation.path}/${result.data.id}`

/** `/products/abc` */
const pathOf = ({ path }: AnyOperation, { id = '' }: Input) => path.replace(':id', () => id)

/** Reads wait for their store's turn, so that slow ones of a store leave connections to the others. */
export const readsOf = ({ sql }: Pick<App, 'sql'>, caller: Caller) => sql.readsQueuedBy(ownerOf(caller))

/** Writes wait for their store's turn; their transactions name the caller for the record of changes. */
export function writesOf(
  { sql }: Pick<App, 'sql'>,
  { unrecorded }: { unrecorded?: true },
  caller: Caller,
): Db {
  const queued = sql.queuedBy(ownerOf(caller))
  return unrecorded ? queued.countedFor(caller.key.accountId) : queued.attributedTo(attributionOf(caller))
}

const ownerOf = ({ store, key }: Caller) => store?.id ?? key.accountId
