import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { connectStripe } from '../features/billing/stripe.ts'
import { endSubscriptionsOfDeleted } from '../features/billing/end-subscriptions.ts'
import { readConfig, type Config } from '../core/config/config.ts'
import { cancelUnpaidOrders } from '../features/orders/cancel-unpaid.ts'
import { expireProposals } from '../features/orders/write-proposal.ts'
import { buildMissingIndexes, migrateWhenAvailable } from './database.ts'
import { startMaintenance, type MaintenanceJob } from '../core/jobs/maintenance.ts'
import { RESPONSE_TIMEOUT, connect, type Db } from '../core/database/db.ts'
import { findEmbeddedPostgres } from '../core/database/embedded/embedded-postgres.ts'
import { createLog, type Log } from '../core/process/log.ts'
import { hitCounter } from '../core/limits/rate-limit.ts'
import { messageOf, StartError } from '../core/errors/start-error.ts'
import { startAutoAnalyze } from '../core/jobs/auto-analyze.ts'
import { purgeJobs } from '../retention.ts'
import { startRestockNotices } from '../features/restock/deliver.ts'
import { enqueueRestockNotices } from '../features/restock/enqueue.ts'
import { removeOldMailFiles } from '../features/mail/transport.ts'
import { startDomainChecks } from '../features/domains/check.ts'
import { startLoop, type Loop } from '../core/jobs/loop.ts'
import { openMetrics, startMeasuring } from './metrics.ts'
import { startMails } from '../features/mail/deliver.ts'
import { startWebhooks } from '../features/webhooks/deliver.ts'
import { startImports } from '../features/imports/start.ts'
import { startImportPictures } from '../features/imports/store-pictures.ts'
import { startPaymentChecks } from '../features/payments/providers/check-payment.ts'
import { openProviders, type Providers } from '../features/payments/providers/providers.ts'
import { encryptByFirstKey, renewExpiring } from '../features/payments/providers/renew.ts'
import { searchUnpaid } from '../features/payments/providers/search.ts'
import { startPushes } from '../features/push/deliver.ts'
import { chatHandler } from '../doors/chat/handle.ts'
import { createConverter } from '../features/media/converter.ts'
import { startReplies } from '../features/whatsapp/answer.ts'
import { startInbound } from '../features/whatsapp/inbound-loop.ts'
import { startNotices, startCustomerNotices } from '../features/whatsapp/notify.ts'
import { unhandledCounter } from '../features/whatsapp/unhandled.ts'
import type { Options as MessageOptions } from '../features/whatsapp/message-loop.ts'

type Options = {
  config: Config
  sql: Db
  log: Log
  /** The callbacks that the app runs after each write: the delivery loops add their triggers. */
  afterWrite?: Set<() => void>
  /** How long an attempt may take before another worker makes it again. */
  leaseSeconds?: number
  /** A number gets at most one message of a kind in so many seconds. */
  paceSeconds?: number
}

const [MINUTE, HOUR] = [60, 3600]

export const maintenanceJobs = (config: Config, providers: Providers): MaintenanceJob[] => [
  { name: 'unpaid orders', everySeconds: MINUTE, run: (sql, log) => cancelUnpaidOrders(sql, log, config) },
  { name: 'expired proposals', everySeconds: HOUR, run: expireProposals },
  ...(config.stripe ? [endSubscriptions(config)] : []),
  ...(providers.list.length > 0 ? paymentJobs(providers) : []),
  ...(config.whatsapp.api?.restockTemplate ? [restockNotices] : []),
  ...purgeJobs,
]

const paymentJobs = (providers: Providers): MaintenanceJob[] => [
  { name: 'unpaid orders searched', everySeconds: MINUTE, run: searchUnpaid },
  { name: 'payment tokens', everySeconds: HOUR, run: (sql, log) => renewExpiring(sql, log, providers) },
  { name: 'payment keys', everySeconds: HOUR, run: (sql, log) => encryptByFirstKey(sql, log, providers) },
]

const restockNotices = { name: 'restock notices', everySeconds: MINUTE, run: enqueueRestockNotices }

const endSubscriptions = (config: Config): MaintenanceJob => {
  const run = async (sql: Db, log: Log) => endSubscriptionsOfDeleted(sql, log, await connectStripe(config))
  return { name: 'subscriptions of deleted stores', everySeconds: 10 * MINUTE, run }
}

export function startWorker({ config, sql, log, afterWrite, leaseSeconds, paceSeconds }: Options) {
  const { whatsapp, allowPrivateDestinations } = config
  const providers = openProviders(config)
  const mailFolder = join(config.dataDir, 'mail')
  const deliveries = [
    startMails({ sql, log, config, leaseSeconds }),
    startPushes({ sql, log, config, leaseSeconds }),
    startWebhooks({ sql, log, allowPrivateDestinations, leaseSeconds }),
    startImports({ sql, log }),
    startImportPictures({ sql, log, config }),
    providers.list.length > 0 ? startPaymentChecks({ sql, log, config, providers, leaseSeconds }) : null,
    ...(whatsapp.api
      ? startWhatsapp({ sql, log, config, api: whatsapp.api, leaseSeconds, paceSeconds })
      : []),
  ].filter((task) => task !== null)
  const tasks = [
    startMaintenance({ sql, log, jobs: maintenanceJobs(config, providers) }),
    startAutoAnalyze({ sql, log }),
    startDomainChecks({ sql, log, config }),
    startIndexBuilds(sql, log),
    // Per machine, because the files are local.
    startLoop({
      name: 'old mail files',
      log,
      runOnce: () => removeOldMailFiles(mailFolder),
      intervalMs: HOUR * 1000,
    }),
    ...deliveries,
  ]
  const trigger = () => deliveries.forEach((task) => task.trigger())
  afterWrite?.add(trigger)

  return {
    async stop() {
      afterWrite?.delete(trigger)
      await Promise.all(tasks.map((task) => task.stop()))
      providers.close()
    },
  }
}

/** Apart from the jobs, because an index of many millions of rows takes longer than one of their runs may. */
const startIndexBuilds = (sql: Db, log: Log) =>
  startLoop({
    name: 'indexes',
    log,
    runOnce: () => buildMissingIndexes(sql),
    intervalMs: HOUR * 1000,
    maxRunMs: 24 * HOUR * 1000,
  })

type Whatsapp = MessageOptions & Pick<Options, 'config'>

/** Sends notices, handles what people write on WhatsApp, and sends the replies, and what they wait for. */
function startWhatsapp({ config, ...options }: Whatsapp): Loop[] {
  const { sql, log, api } = options
  const { publicUrl, panelUrl, shopsDomain } = config
  const service = {
    sql,
    config,
    publicUrl,
    panelUrl,
    shopsDomain,
    hits: hitCounter(sql),
    converter: createConverter(),
  }
  const replies = startReplies(options)
  const { restockTemplate: template } = api
  return [
    startNotices(options),
    startCustomerNotices(options),
    replies,
    startInbound({
      sql,
      log,
      handle: chatHandler(service, unhandledCounter(log)),
      onHandled: replies.trigger,
    }),
    ...(template ? [startRestockNotices({ ...options, service, template })] : []),
  ]
}

/** The worker in a separate process, beside web processes with `WORKER=off`. Waits for a database that is not available yet. */
async function run() {
  const config = readConfig()
  const log = createLog(config.logLevel)
  await startMeasuring(config)
  const url = await databaseUrl(config)
  let stop = async () => {}
  closeWithGrace({ delay: 15_000, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'worker ends')
    await stop()
  })
  await migrateWhenAvailable(url, {
    onWait: (reason) => log.warn(reason),
    onUnavailable: (reason) => log.error(`${reason}; the worker keeps retrying`),
  })

  const sql = connect(url, { application: 'vitrina worker', responseTimeout: RESPONSE_TIMEOUT })
  const metrics = await openMetrics(config, sql)
  const worker = startWorker({ config, sql, log })
  // A database that is down keeps the process alive too.
  const alive = setInterval(() => {}, 60_000)
  stop = async () => {
    clearInterval(alive)
    await worker.stop()
    metrics?.stop()
    await sql.end({ timeout: 5 })
  }
  log.info('worker ready')
}

async function databaseUrl({ databaseUrl, dataDir }: Config): Promise<string> {
  const url = databaseUrl ?? (await findEmbeddedPostgres(dataDir))?.url
  if (url) return url
  throw new StartError(`No service runs in ${dataDir}: set DATABASE_URL, or start the service first`)
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof StartError ? error.message : messageOf(error)}\n`)
    process.exit(1)
  })
}
