import type { Tx } from '../core/database/db.ts'
import { enqueue } from '../core/outbox/outbox.ts'
import type { MailEvent, Mails } from './mail.ts'

type Store = { id: string; name: string }

/** Writes a mail to each address in the transaction of the change that they tell of. */
export async function queueMail<E extends MailEvent>(
  tx: Tx,
  store: Store,
  event: E,
  to: string[],
  about: Mails[E],
) {
  const payload = { storeName: store.name, ...about }
  await enqueue(
    tx,
    to.map((recipient) => {
      return { storeId: store.id, event, subjectId: null, payload, to: [{ kind: 'mail', recipient }] }
    }),
  )
}

/** Tells each owner of the store. */
export async function mailOwners<E extends Exclude<MailEvent, 'team.invited'>>(
  tx: Tx,
  store: Store,
  event: E,
  ...[about]: object extends Mails[E] ? [] : [about: Mails[E]]
) {
  const owners = await tx<{ email: string }[]>`
    select accounts.email
    from members
    join accounts on accounts.id = members.account_id
    where members.store_id = ${store.id} and members.role = 'OWNER'
    order by accounts.email`
  const addresses = owners.map(({ email }) => email)
  await queueMail(tx, store, event, addresses, (about ?? {}) as Mails[E])
}
