import type Stripe from 'stripe'
import type { Sql, Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import type { Plan, StoreRow } from '../stores/store.ts'
import { isNotFound } from './stripe.ts'
import { t } from '../../core/texts/text.ts'

export type BillingAccount = {
  storeId: string
  customerId: string
  subscriptionId: string | null
  plan: Plan
  state: StoreRow['billingState']
  warnedInvoiceId: string | null
  syncedAt: string | null
}

const columns = (tx: Tx) => tx`
  store_id, customer_id, subscription_id, plan, state, warned_invoice_id, synced_at`

export async function storeOfCustomer(sql: Sql, customerId: string): Promise<string | null> {
  const [customer] = await sql<{ storeId: string }[]>`
    select store_id from billing_customers where customer_id = ${customerId}`
  return customer?.storeId ?? null
}

/** The events of one store are applied one at a time, each with freshly fetched objects. @returns null with another customer */
export async function lockAccountOf(
  tx: Tx,
  { storeId, customerId }: Pick<BillingAccount, 'storeId' | 'customerId'>,
): Promise<BillingAccount | null> {
  const [account] = await tx<BillingAccount[]>`
    select ${columns(tx)}
    from billing_accounts
    where store_id = ${storeId} and customer_id = ${customerId}
    for update`
  return account ?? null
}

/** Finds or creates the store's account, so that concurrent checkouts don't create two customers. @throws 404 */
export async function lockAccount(tx: Tx, stripe: Stripe, storeId: string): Promise<BillingAccount> {
  await tx`insert into billing_accounts (store_id) values (${storeId}) on conflict do nothing`
  const [account] = await tx<[BillingAccount | (BillingAccount & { customerId: null })]>`
    select ${columns(tx)}
    from billing_accounts
    where store_id = ${storeId}
    for update`
  if (account.customerId && !(await isCustomerDeleted(stripe, account))) return account

  const customerId = await createCustomer(tx, stripe, storeId, account.customerId)
  await tx`
    update billing_accounts
    set customer_id = ${customerId}, updated_at = statement_timestamp()
    where store_id = ${storeId}`
  await tx`insert into billing_customers (customer_id, store_id) values (${customerId}, ${storeId}) on conflict do nothing`
  return { ...account, customerId }
}

/** Whether the customer was deleted at the provider, and needs a new one. A lifetime purchase keeps its customer. */
async function isCustomerDeleted(stripe: Stripe, { customerId, plan }: BillingAccount): Promise<boolean> {
  if (plan === 'lifetime') return false
  try {
    return (await stripe.customers.retrieve(customerId)).deleted === true
  } catch (error) {
    if (await isNotFound(error)) return true
    throw error
  }
}

// Idempotent: after a crash before the commit, the provider returns the same customer for the same key.
async function createCustomer(
  tx: Tx,
  stripe: Stripe,
  storeId: string,
  deletedCustomerId: string | null,
): Promise<string> {
  const [owner] = await tx<{ email: string }[]>`
    select accounts.email
    from members
    join accounts on accounts.id = members.account_id
    where members.store_id = ${storeId} and members.role = 'OWNER'
    order by members.created_at, members.id
    limit 1`
  if (!owner) throw notFound(t('La dueña de la tienda'))
  const customer = await stripe.customers.create(
    { email: owner.email, metadata: { storeId } },
    { idempotencyKey: ['customer', storeId, owner.email, deletedCustomerId].join(' ') },
  )
  return customer.id
}
