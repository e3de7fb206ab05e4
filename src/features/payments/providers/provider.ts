import type { IncomingHttpHeaders } from 'node:http'
import type { Provider } from '../../orders/payment.ts'

/** Tokens of a store's account; null where the provider needs only the account's id. */
export type Tokens = { accessToken: string; refreshToken: string }

export type ProviderAccount = { accountId: string; tokens: Tokens | null }

export type GrantedAccount = ProviderAccount & { expiresAt: string | null }

/** One attempt of an owner to connect. `state` comes back with her; `verifier` is for PKCE (RFC 7636). */
export type ConnectionAttempt = {
  state: string
  verifier: string
  returnUrl: string
  pendingAccountId: string | null
}

export type PayableOrder = {
  id: string
  orderNumber: string
  storeName: string
  amount: number
  currency: string
  orderUrl: string
}

export type PaymentPage = { pageId: string; url: string; expiresAt: string }

/**
 * A payment as the provider has it now. `approved`: the whole amount is with the store; `unpaid`: under way, rejected or
 * cancelled; `disputed`: claimed by the payer or charged back.
 */
export type ProviderPayment = {
  id: string
  state: 'unpaid' | 'approved' | 'partly_refunded' | 'refunded' | 'disputed'
  amount: number
  refundedAmount: number
  currency: string
  reference: string | null
  accountId: string
  paidAt: string | null
  /** No money moved: it was made to try the provider. */
  isTest: boolean
}

export type ReceivedNotification = {
  headers: IncomingHttpHeaders
  query: Record<string, unknown>
  body: Buffer
}

export type NotifiedPayment = { accountId: string; paymentId: string }

/** A provider of payment: a third one is a file that makes one of these, and a row in `providers.ts`. */
export type PaymentProvider = {
  name: Provider
  label: string
  /** Of the pages that the form to connect leads to, for the panel's `form-action`. */
  connectOrigin: string
  /** @returns where the owner goes, and her account where the provider makes it before she is there */
  startConnection(attempt: ConnectionAttempt): Promise<{ url: string; accountId: string | null }>
  /** @returns null while the provider still needs something of the owner @throws ProviderError */
  finishConnection(attempt: ConnectionAttempt, query: Record<string, string>): Promise<GrantedAccount | null>
  /** New tokens. @throws ProviderError `unauthorized` where the owner has to connect again */
  renew(tokens: Tokens): Promise<GrantedAccount>
  createPage(account: ProviderAccount, order: PayableOrder): Promise<PaymentPage>
  /** Null where it is for something else than an order of ours. @throws ProviderError `missing` where the account has no such payment */
  readPayment(account: ProviderAccount, paymentId: string): Promise<ProviderPayment | null>
  findPayments(account: ProviderAccount, page: { orderId: string; pageId: string }): Promise<string[]>
  /** @returns null for a notification about something else @throws InvalidSignature */
  readNotification(received: ReceivedNotification): Promise<NotifiedPayment | null>
  close(): void
}

/** A call that failed. Without the body of the response, which may hold what no log should. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly why: 'unauthorized' | 'missing' | 'rejected' | 'unavailable'
  readonly retryAfter: number

  constructor(
    why: ProviderError['why'],
    message: string,
    options: { cause?: unknown; retryAfter?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.why = why
    this.retryAfter = options.retryAfter ?? 0
  }
}

export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}
