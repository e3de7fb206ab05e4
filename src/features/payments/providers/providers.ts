import type { Config } from '../../../core/config/config.ts'
import type { Provider } from '../../orders/payment.ts'
import { openSecretKeys, type SecretKeys } from './encryption.ts'
import { mercadoPago } from './mercadopago.ts'
import type { PaymentProvider } from './provider.ts'
import { stripeConnect } from './stripe.ts'

/** The providers that the operator has configured, and the keys of the stores' tokens. */
export type Providers = {
  get(name: Provider): PaymentProvider | null
  list: PaymentProvider[]
  keys(): SecretKeys
  close(): void
}

/** Makes no call, and no key before the first token. */
export function openProviders(config: Config): Providers {
  const { mercadopago, stripe, publicUrl } = config
  const list = [
    mercadopago && mercadoPago(mercadopago, publicUrl),
    stripe?.connectWebhookSecret && stripeConnect(config, stripe.connectWebhookSecret),
  ].filter((provider) => provider !== null && provider !== undefined && provider !== '')
  let keys: SecretKeys | undefined
  return {
    get: (name) => list.find((provider) => provider.name === name) ?? null,
    list,
    keys: () => (keys ??= openSecretKeys(config)),
    close: () => list.forEach((provider) => provider.close()),
  }
}
