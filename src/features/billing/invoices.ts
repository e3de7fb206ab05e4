import type Stripe from 'stripe'
import { amountOf, nullIfUnavailable, SHORT_TIMEOUT } from './stripe.ts'

export type Invoice = {
  number: string
  at: string
  amount: number
  /** ISO 4217 */
  currency: string
  status: string
  url: string | null
}

const MAX_INVOICES = 12

export async function listInvoices(stripe: Stripe, customer: string): Promise<Invoice[] | null> {
  const page = await nullIfUnavailable(stripe.invoices.list({ customer, limit: MAX_INVOICES }, SHORT_TIMEOUT))
  return page && page.data.map(toInvoice)
}

function toInvoice(invoice: Stripe.Invoice): Invoice {
  const currency = invoice.currency.toUpperCase()
  return {
    number: invoice.number ?? invoice.id ?? '',
    at: new Date(invoice.created * 1000).toISOString(),
    amount: amountOf(invoice.amount_due, currency),
    currency,
    status: invoice.status ?? 'draft',
    url: invoice.hosted_invoice_url ?? null,
  }
}
