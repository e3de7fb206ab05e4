import { join } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import type { Db, Tx } from '../../core/database/db.ts'
import { startDeliveryLoop } from '../../core/outbox/delivery-loop.ts'
import type { Log } from '../../core/process/log.ts'
import type { Loop } from '../../core/jobs/loop.ts'
import { claim, fail, finish, purgePayloads, retryIn } from '../../core/outbox/outbox.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { retryOrFail } from '../../core/outbox/retry.ts'
import { defaultLanguage, isLanguage, type Language } from '../../core/texts/language.ts'
import { languageOutsideStores } from '../stores/reader-language.ts'
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
      const store = await findStore(sql, delivery.storeId)
      const language = await languageOf(sql, delivery, store)
      const to = { panelUrl, slug: store?.slug ?? null, language }
      const sent = await sendMail(transport, delivery, to, signal)
      await record(() => sql.begin((tx) => write(tx, delivery, sent)))
      const { id, event } = delivery
      if (!smtpUrl) log.info({ delivery: id, event }, 'no mail server: written to the data folder')
    },
    onInternalError: purgePayloads,
    close: () => transport.close(),
  })
}

type Reader = { panelUrl: string; slug: string | null; language: Language }

function sendMail(transport: Transport, delivery: Delivery, to: Reader, signal: AbortSignal) {
  const { id, recipient, event, payload, createdAt } = delivery
  const mail = { event, payload } as Mail
  const message = {
    id,
    to: recipient,
    date: new Date(createdAt),
    ...composeMail(mail, to.panelUrl, to.slug, to.language),
  }
  return transport.send(message, signal)
}

type Store = { slug: string; language: Language }

/** As it is now; undefined for a mail that is about no store. */
async function findStore(sql: Db, id: string): Promise<Store | undefined> {
  const [store] = await sql<Store[]>`select slug, language from stores where id = ${id}`
  return store
}

/** Of who reads it: an invitation is in the store's language, what a form without a session caused in that of its page. */
async function languageOf(sql: Db, delivery: Delivery, store: Store | undefined): Promise<Language> {
  const { storeId, recipient, event, payload } = delivery
  const { language: asked } = payload as { language?: unknown }
  if (isLanguage(asked)) return asked
  if (store && event === 'team.invited') return store.language
  const [account] = await sql<{ own: Language | null; last: Language | null }[]>`
    select language as own, ${languageOutsideStores(sql)} as last
    from accounts
    where id = ${storeId} or email = ${recipient}
    order by id = ${storeId} desc
    limit 1`
  return account?.own ?? store?.language ?? account?.last ?? defaultLanguage
}

async function write(tx: Tx, delivery: Delivery, sent: Sent) {
  if (sent.outcome === 'interrupted') return retryIn(tx, [delivery], 0, sent)
  const end = { accepted: finish, rejected: fail, deferred: retryOrFail }[sent.outcome]
  // It may hold a link that signs in or invites.
  await purgePayloads(tx, await end(tx, [delivery], sent))
}
