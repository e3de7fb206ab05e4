import { join } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import type { Db, Tx } from '../../core/database/db.ts'
import { startDeliveryLoop } from '../../core/outbox/delivery-loop.ts'
import type { Log } from '../../core/process/log.ts'
import type { Loop } from '../../core/jobs/loop.ts'
import { claim, fail, finish, purgePayloads, retryIn } from '../../core/outbox/outbox.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { retryOrFail } from '../../core/outbox/retry.ts'
import { defaultLanguage } from '../../core/texts/language.ts'
import { composeMail } from './compose.ts'
import type { Mail } from './mail.ts'
import { fileTransport, smtpTransport, type Sent, type Transport } from './transport.ts'

type Options = {
  sql: Db
  log: Log
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'panelUrl'>
  leaseSeconds?: number
}

const MAX_CONCURRENT = 10

export function startMails({ sql, log, config, leaseSeconds }: Options): Loop {
  const { smtpUrl, mailFrom, dataDir, panelUrl } = config
  const transport = smtpUrl
    ? smtpTransport(smtpUrl, mailFrom)
    : fileTransport(join(dataDir, 'mail'), mailFrom)
  return startDeliveryLoop({
    name: 'mail',
    sql,
    kind: 'mail',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    claim: (max, id) => claim(sql, { id, kind: 'mail', max, perRecipient: 1, leaseSeconds }),
    deliveriesOf: (delivery) => [delivery],
    async deliver(delivery, signal, record) {
      const slug = await slugOf(sql, delivery.storeId)
      const sent = await sendMail(transport, delivery, { panelUrl, slug }, signal)
      await record(() => sql.begin((tx) => write(tx, delivery, sent)))
      const { id, event } = delivery
      if (!smtpUrl) log.info({ delivery: id, event }, 'no mail server: written to the data folder')
    },
    onInternalError: purgePayloads,
    close: () => transport.close(),
  })
}

type Where = { panelUrl: string; slug: string | null }

function sendMail(transport: Transport, delivery: Delivery, { panelUrl, slug }: Where, signal: AbortSignal) {
  const { id, recipient, event, payload, createdAt } = delivery
  const mail = { event, payload } as Mail
  const message = {
    id,
    to: recipient,
    date: new Date(createdAt),
    ...composeMail(mail, panelUrl, slug, defaultLanguage),
  }
  return transport.send(message, signal)
}

/** The store's present slug; null for a mail that is about no store. */
async function slugOf(sql: Db, storeId: string): Promise<string | null> {
  const [store] = await sql<{ slug: string }[]>`select slug from stores where id = ${storeId}`
  return store?.slug ?? null
}

async function write(tx: Tx, delivery: Delivery, sent: Sent) {
  if (sent.outcome === 'interrupted') return retryIn(tx, [delivery], 0, sent)
  const end = { accepted: finish, rejected: fail, deferred: retryOrFail }[sent.outcome]
  // It may hold a link that signs in or invites.
  await purgePayloads(tx, await end(tx, [delivery], sent))
}
