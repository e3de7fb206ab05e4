import type { Tx } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'
import { enqueue } from '../../core/outbox/outbox.ts'
import { newId } from '../../core/values/id.ts'
import type { AccountMailEvent, AccountMails, StoreMailEvent, StoreMails } from './mail.ts'

type Store = { id: string; name: string }
type Recipient = { id: string | null; email: string; language?: Language }

/** Enqueues a mail for each address, in the transaction of the change that it reports. */
export async function queueMail<E extends StoreMailEvent>(
  tx: Tx,
  { store, to }: { store: Store; to: string[] },
  event: E,
  about: StoreMails[E],
) {
  const payload = { storeName: store.name, ...about }
  await enqueue(
    tx,
    to.map((recipient) => {
      return { storeId: store.id, event, subjectId: null, payload, to: [{ kind: 'mail', recipient }] }
    }),
  )
}

export async function mailOwners<E extends Exclude<StoreMailEvent, 'team.invited'>>(
  tx: Tx,
  store: Store,
  event: E,
  ...[about]: object extends StoreMails[E] ? [] : [about: StoreMails[E]]
) {
  const owners = await tx<{ email: string }[]>`
    select accounts.email
    from members
    join accounts on accounts.id = members.account_id
    where members.store_id = ${store.id} and members.role = 'OWNER'
    order by accounts.email`
  const to = owners.map(({ email }) => email)
  await queueMail(tx, { store, to }, event, (about ?? {}) as StoreMails[E])
}

/**
 * Enqueues a mail about an account. Deliveries are partitioned by store; these use the account's id instead, or a new id.
 * @param account to whom; `language` where there is none yet, that of the page which asked for the mail
 */
export async function queueAccountMail<E extends AccountMailEvent>(
  tx: Tx,
  account: Recipient,
  event: E,
  ...[about]: object extends AccountMails[E] ? [] : [about: AccountMails[E]]
) {
  const payload = { ...about, language: account.language }
  const to = [{ kind: 'mail' as const, recipient: account.email }]
  await enqueue(tx, [{ storeId: account.id ?? newId(), event, subjectId: null, payload, to }])
}
