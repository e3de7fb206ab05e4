import { isDeepStrictEqual } from 'node:util'
import { wordingIn } from '../../core/texts/text.ts'
import type { Config } from '../../core/config/config.ts'
import type { Db, Tx } from '../../core/database/db.ts'
import { ApiError, userMessage } from '../../core/errors/errors.ts'
import { startLoop, type Loop } from '../../core/jobs/loop.ts'
import { NoReply } from '../../core/outgoing/outgoing.ts'
import type { Log } from '../../core/process/log.ts'
import { NotAPicture, NotConverted } from '../media/converter.ts'
import { pictureStorer } from '../media/store-remote-picture.ts'
import { lockVariants } from '../products/variants.ts'
import { changeProducts, changeVariants, findByIdOrSlug } from '../products/write-many.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { withPictures } from './pictures.ts'

type Picture = {
  storeId: string
  importId: string
  n: number
  url: string
  productIds: string[]
  attempts: number
  accountId: string | null
  keyId: string | null
}

const INTERVAL_MS = 1000
/** Seconds before each retry of a site that did not respond; after the last one the picture fails. */
const RETRY_AFTER = [60, 600]
/** Seconds after which another process may claim a picture whose process died. */
const LEASE = 180

type Storer = Pick<ReturnType<typeof pictureStorer>, 'store' | 'free'>

/**
 * Fetches the pictures of imports, stores them, and replaces the external addresses in their products. A picture that takes long
 * holds its own place alone; an account without a free place leaves the pictures of others to be claimed.
 */
export function startImportPictures({ sql, log, config }: { sql: Db; log: Log; config: Config }): Loop {
  const storer = pictureStorer({ sql, log, config })
  /** Fetched since the last run. Those of one product are recorded together, as one change of it. */
  let outcomes: Outcome[] = []
  const loop = startLoop({ name: 'import pictures', log, runOnce, intervalMs: INTERVAL_MS })
  return {
    trigger: loop.trigger,
    async stop() {
      storer.close()
      await loop.stop()
    },
  }

  async function runOnce() {
    const finished = outcomes
    outcomes = []
    for (const some of Map.groupBy(finished, ({ picture }) => picture.importId).values())
      await record(sql, some)
    for (const { storeId, ownerId } of await listDueStores(sql)) {
      const places = storer.free(ownerId)
      const pictures = places > 0 ? await claimPictures(sql, storeId, places) : []
      for (const picture of pictures) fetchAlone(ownerId, picture)
    }
  }

  function fetchAlone(ownerId: string, picture: Picture): void {
    fetchOne(storer, ownerId, picture)
      .then((outcome) => outcomes.push(outcome))
      .catch((err: unknown) => log.warn({ err }, 'picture not stored, will be fetched again'))
      .finally(loop.trigger)
  }
}

type DueStore = { storeId: string; ownerId: string }

/** Bounds the work of one run; the accounts of further stores wait for these. */
const MAX_STORES = 500

/** In the order of the next picture's number in its import, so that a large import hardly delays others. */
async function listDueStores(sql: Db): Promise<DueStore[]> {
  const due = await sql<{ storeId: string }[]>`
    select store_id
    from import_pictures
    where state = 'waiting' and due_at <= statement_timestamp()
    group by store_id
    order by min(n)
    limit ${MAX_STORES}`
  if (due.length === 0) return []
  const storeIds = due.map(({ storeId }) => storeId)
  const owners = await sql<DueStore[]>`
    select store_id, account_id as owner_id
    from members
    where role = 'OWNER' and store_id = any(${storeIds}::text[])`
  const byStore = new Map(owners.map((owner) => [owner.storeId, owner]))
  return storeIds.flatMap((storeId) => byStore.get(storeId) ?? [])
}

function claimPictures(sql: Db, storeId: string, max: number): Promise<Picture[]> {
  return sql<Picture[]>`
    update import_pictures
    set attempts = import_pictures.attempts + 1, due_at = statement_timestamp() + make_interval(secs => ${LEASE})
    from (
      select import_id, n
      from import_pictures
      where store_id = ${storeId} and state = 'waiting' and due_at <= statement_timestamp()
      order by n
      limit ${max}
      for update skip locked
    ) as due
    join imports on imports.store_id = ${storeId} and imports.id = due.import_id
    where import_pictures.store_id = ${storeId}
    and import_pictures.import_id = due.import_id
    and import_pictures.n = due.n
    returning
      import_pictures.store_id, due.import_id, due.n, import_pictures.url, import_pictures.product_ids,
      import_pictures.attempts, imports.account_id, imports.key_id`
}

type Outcome = {
  picture: Picture
  state: 'waiting' | 'stored' | 'failed'
  storedUrl: string | null
  reason: string | null
}

async function fetchOne(storer: Storer, ownerId: string, picture: Picture): Promise<Outcome> {
  try {
    const storedUrl = await storer.store(ownerId, picture)
    return { picture, state: 'stored', storedUrl, reason: null }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    const isTemporary =
      error instanceof NotConverted || (error instanceof NoReply && error.why !== 'forbidden')
    const mayRetry = isTemporary && picture.attempts <= RETRY_AFTER.length
    return { picture, state: mayRetry ? 'waiting' : 'failed', storedUrl: null, reason }
  }
}

/** A readable reason why a picture was not stored; null for an error that has nothing to do with the picture. */
function reasonOf(error: unknown): string | null {
  if (error instanceof NoReply) return 'El sitio de la foto no respondió'
  if (error instanceof NotConverted) return 'No se pudo preparar a tiempo'
  if (error instanceof NotAPicture) return 'No es una foto que se pueda leer'
  return error instanceof ApiError && error.status < 500 ? wordingIn(userMessage(error), 'es') : null
}

async function record(sql: Db, outcomes: Outcome[]): Promise<void> {
  const [{ picture }] = outcomes as [Outcome]
  const { storeId, importId, accountId, keyId } = picture
  const attributed = sql.attributedTo({ changeId: importId, by: 'import', accountId, keyId })
  // The pictures were counted when they were stored: that they are is recorded even where the account's day is used up by now.
  await attributed.countedFor(null).begin(async (tx) => {
    const stored = outcomes.filter(({ state }) => state === 'stored')
    if (stored.length > 0) await replaceSources(tx, storeId, stored)
    for (const { picture, state, storedUrl, reason } of outcomes) {
      const seconds = RETRY_AFTER[picture.attempts - 1] ?? 0
      await tx`
        update import_pictures
        set
          state = ${state}, stored_url = ${storedUrl}, reason = ${reason},
          due_at = statement_timestamp() + make_interval(secs => ${seconds})
        where store_id = ${storeId} and import_id = ${importId} and n = ${picture.n} and attempts = ${picture.attempts}`
    }
  })
}

async function replaceSources(tx: Tx, storeId: string, stored: Outcome[]): Promise<void> {
  await lockCatalog(tx, storeId)
  const storedUrls = new Map(stored.map(({ picture, storedUrl }) => [picture.url, storedUrl!]))
  const shownIn = [...new Set(stored.flatMap(({ picture }) => picture.productIds))]
  const products = await findByIdOrSlug(tx, storeId, { ids: shownIn, slugs: [] })
  const changes = products
    .map((before) => ({ before, after: withPictures(before, storedUrls) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
  if (changes.length > 0) await changeProducts(tx, storeId, changes)
  const varied = changes.filter(({ before, after }) => !isDeepStrictEqual(before.variants, after.variants))
  if (varied.length === 0) return
  const ids = varied.map(({ after }) => after.id)
  await lockVariants(tx, storeId, ids)
  await changeVariants(tx, storeId, varied)
}
