import type Stripe from 'stripe'
import { transaction, type Sql } from '../../core/database/db.ts'
import { lockAccount } from './account.ts'
import { translateStripeErrors } from './stripe.ts'

/** Opens the provider's portal, where an owner sees invoices, changes the card and cancels. The address expires in minutes. */
export function openPortal(sql: Sql, { stripe, panel }: { stripe: Stripe; panel: string }, storeId: string) {
  return transaction(sql, async (tx) => {
    const { customerId } = await translateStripeErrors(lockAccount(tx, stripe, storeId))
    const { url } = await translateStripeErrors(
      stripe.billingPortal.sessions.create({
        customer: customerId,
        locale: 'es-419',
        return_url: `${panel}/plan`,
      }),
    )
    return { url }
  })
}
