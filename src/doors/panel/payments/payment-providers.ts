import { html, type Html } from '../../../core/http/html.ts'
import { conflict, unavailable } from '../../../core/errors/errors.ts'
import { findAccount, type AccountState } from '../../../features/payments/providers/account.ts'
import { disconnect, startConnection } from '../../../features/payments/providers/connect.ts'
import { ProviderError, type PaymentProvider } from '../../../features/payments/providers/provider.ts'
import { isProvider, type Provider } from '../../../features/orders/payment.ts'
import { NoFields } from '../forms/no-fields.ts'
import type { PanelForm, StoreContext } from '../page.ts'
import { formOf, irreversibleForm, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { t, type Localized } from '../../../core/texts/text.ts'

export async function providerSection(context: StoreContext): Promise<Html | null> {
  const { app, sql, store } = context
  if (app.providers.list.length === 0) return null
  const rows = await Promise.all(
    app.providers.list.map(async (provider) =>
      providerRow(context, provider, (await findAccount(sql, store.id, provider.name))?.state ?? null),
    ),
  )
  return section(t('Cobrar en línea'), html`${rows}`)
}

const states: Record<AccountState | 'none', Localized> = {
  none: t('Conecta tu cuenta: el dinero llega directo a ella, y cada pedido se marca pagado solo.'),
  pending: t('Falta terminar tu cuenta.'),
  connected: t('Conectada: cada pedido se marca pagado solo.'),
  refused: t('La conexión se perdió y no se puede cobrar: conéctala otra vez.'),
}

function providerRow(
  { form }: StoreContext,
  { name, label }: PaymentProvider,
  state: AccountState | null,
): Html {
  const connect = formOf(
    form(`/pagos/conectar/${name}`),
    submit(state === null ? t('Conectar {label}', { label }) : t('Seguir con {label}', { label }), 'ghost'),
    { class: 'one-button', isFullLoad: true },
  )
  const remove = irreversibleForm(form(`/pagos/desconectar/${name}`), {
    summary: t('Desconectar {label}', { label }),
    text: t('Nadie podrá pagar así, y lo que se pague todavía en páginas abiertas ya no se confirma solo.'),
    button: t('Desconectar'),
  })
  return html`
    <h3>${label}</h3>
    <p>${states[state ?? 'none']}</p>
    ${state !== 'connected' && connect}
    ${state !== null && remove}
  `
}

export const returnUrlOf = ({ panelUrl }: { panelUrl: string }, provider: Provider) =>
  `${panelUrl}/panel/conexion/${provider}${provider === 'stripe' ? '?state={state}' : ''}`

export const connectionForms: Record<string, PanelForm<StoreContext>> = {
  '/pagos/conectar/:provider': {
    body: NoFields,
    needs: 'store:write',
    needsPassword: true,
    async run({ app, sql, store, session, params }) {
      const provider = providerOf(params)
      const attempt = {
        storeId: store.id,
        provider,
        session,
        returnUrl: returnUrlOf(app, provider),
      }
      try {
        return { next: await startConnection(sql, app.providers, attempt) }
      } catch (error) {
        if (error instanceof ProviderError) throw Object.assign(unavailable(), { cause: error })
        throw error
      }
    },
  },
  '/pagos/desconectar/:provider': {
    body: NoFields,
    needs: 'store:write',
    needsPassword: true,
    async run({ sql, store, params }) {
      await disconnect(sql, { storeId: store.id, provider: providerOf(params) })
      return { next: '/pagos', message: t('Desconectada') }
    },
  },
}

function providerOf({ provider = '' }: Record<string, string>): Provider {
  if (isProvider(provider)) return provider
  throw conflict('PROVIDER_NOT_CONFIGURED', t('Este servicio no tiene configurado ese proveedor'))
}
