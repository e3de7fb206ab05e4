import { html, type Html } from '../../../core/http/html.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { PROPOSED, type CustomerMessage } from '../../../features/orders/customer-notice.ts'
import { itemText } from '../../../features/orders/message.ts'
import { statusName, type Order } from '../../../features/orders/order.ts'
import { moment } from '../../../core/pages/format.ts'
import { shownReason } from '../../../features/whatsapp/shown-reason.ts'
import type { StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { hasUnconfirmedNumber } from '../parts/unconfirmed-number.ts'
import type { PaymentActor } from '../../../features/orders/payment.ts'
import type { readPaymentHistory } from '../../../features/orders/payment-history.ts'
import { paymentLabels } from './payment-labels.ts'
import { statusLabels } from './order-status.ts'

const notices: Record<Order['notification']['state'], Localized> = {
  NOT_CONFIGURED: t('Sin aviso por WhatsApp'),
  QUEUED: t('El aviso por WhatsApp está por salir'),
  SENT: t('Aviso por WhatsApp enviado'),
  DELIVERED: t('Aviso por WhatsApp recibido en el teléfono de la tienda'),
  READ: t('Aviso por WhatsApp leído'),
  FAILED: t('El aviso por WhatsApp no llegó'),
}

const toCustomer: Record<CustomerMessage['state'], (what: Wording) => Localized> = {
  waiting: (what) => t('Aviso de «{what}» a quien compró: está por salir', { what }),
  paused: (what) => t('Aviso de «{what}» a quien compró: está por salir', { what }),
  done: (what) => t('Aviso de «{what}» a quien compró: enviado', { what }),
  failed: (what) => t('Aviso de «{what}» a quien compró: no llegó', { what }),
}

function customerMessage(
  { timeZone }: StoreContext['store'],
  { deliveryKind }: Order,
  message: CustomerMessage,
): Html {
  const { event, state, reason, finishedAt } = message
  const status = event === 'order.confirmed' ? 'confirmed' : 'shipped'
  const what = event === PROPOSED ? t('cambio propuesto') : statusName({ deliveryKind, status })
  const when = finishedAt && moment(finishedAt, timeZone)
  return html`
    <li${state === 'failed' && html` class="bad"`}>
      <b>${toCustomer[state](what)}</b>
      <small>${withReason(when, reason)}</small>
    </li>
  `
}

const withReason = (time: Wording | null, reason: string | null): Wording =>
  joined(
    [time, reason === null ? null : shownReason(reason)].filter((fact) => fact !== null),
    '. ',
  )

const stepName = (order: Order, items: unknown): Localized =>
  items ? t('Cambio aceptado') : statusLabels(order).name

const before = (items: string[], total: string): Html =>
  html`<small>${t('Antes: {items}. Total {total}', { items: items.join(', '), total })}</small>`

const resending = ({ form }: StoreContext, { id }: Order): Html =>
  buttonForm(form(`/pedidos/${id}/aviso`), {}, html`<button class="quiet">${t('Enviarlo otra vez')}</button>`)

const numberLink = (context: StoreContext) =>
  hasUnconfirmedNumber(context) &&
  context.can('connections') &&
  html`<a class="quiet" href="${context.base}/conexiones/whatsapp">${t('Confirmar el número')}</a>`

const actors: Record<PaymentActor | Order['timeline'][number]['by'], Wording> = {
  shopper: t('quien compró'),
  panel: t('alguien del equipo'),
  api: t('un programa (API)'),
  assistant: t('un asistente'),
  whatsapp: 'WhatsApp',
  payment: t('el pago'),
  system: t('la tienda, sola'),
  mercadopago: 'Mercado Pago',
  stripe: 'Stripe',
}

/** `Ana`, `Ana, por WhatsApp`, `un programa (API) de Ana` */
const whoOf = (actor: Order['timeline'][number]['by'], name: string | null | undefined): Wording => {
  if (!name) return actors[actor]
  if (actor === 'panel') return name
  return actor === 'whatsapp'
    ? t('{name}, por WhatsApp', { name })
    : t('{program} de {name}', { program: actors[actor], name })
}

const noticesLink = ({ base }: StoreContext) => html`
  <a class="quiet" href="${base}/avisos">${t('Activa los de este dispositivo en Avisos')}</a>
`

const byWhom = (time: Localized, who: Wording) => t('{time}, por {who}', { time, who })

type PaymentHistory = Awaited<ReturnType<typeof readPaymentHistory>>

type Steps = { names: (string | null)[]; messages: CustomerMessage[]; payments: PaymentHistory }

/** What happened to the order: its statuses, its payment, the notices. `names` are those of who moved each status. */
export function history(context: StoreContext, order: Order, { names, messages, payments }: Steps): Html {
  const { timeline, notification } = order
  const { timeZone } = context.store
  const steps = timeline.map(
    ({ status, at, by: actor, items, total }, n) => html`
      <li>
        <b>${stepName({ ...order, status }, items)}</b> <small>${byWhom(moment(at, timeZone), whoOf(actor, names[n]))}</small>
        ${items && before(items.map(itemText), formatAmount(total ?? 0, order.currency))}
      </li>
    `,
  )
  const { state, updatedAt, reason } = notification
  const time = moment(updatedAt, timeZone)
  return section(
    t('Historia'),
    html`
      <ol class="timeline">
        ${steps}
        ${paymentSteps(context, payments)}
        <li${state === 'FAILED' && html` class="bad"`}>
          <b>${notices[state]}</b> <small>${withReason(time, reason)}</small>
          ${state === 'NOT_CONFIGURED' && numberLink(context)}
          ${state === 'NOT_CONFIGURED' && noticesLink(context)}
          ${state === 'FAILED' && context.can('orders:write') && resending(context, order)}
        </li>
        ${messages.map((message) => customerMessage(context.store, order, message))}
      </ol>
    `,
  )
}

const paymentSteps = ({ store }: StoreContext, steps: PaymentHistory): Html[] =>
  steps.map(
    ({ state, at, by: actor, name, reference }) => html`
      <li>
        <b>${t('Pago: {state}', { state: paymentLabels[state].inSentence })}</b>
        <small>
          ${joined(
            [
              byWhom(moment(at, store.timeZone), name ?? actors[actor]),
              ...(reference ? [t('Referencia: {reference}', { reference })] : []),
            ],
            '. ',
          )}
        </small>
      </li>
    `,
  )
