import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { PROPOSED, type CustomerMessage } from '../../../features/orders/customer-notice.ts'
import { itemText } from '../../../features/orders/message.ts'
import type { Order } from '../../../features/orders/order.ts'
import { moment } from '../../../core/pages/format.ts'
import type { StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { hasUnconfirmedNumber } from '../parts/unconfirmed-number.ts'
import type { PaymentActor } from '../../../features/orders/payment.ts'
import type { readPaymentHistory } from '../../../features/orders/payment-history.ts'
import { paymentLabels } from './payment-labels.ts'
import { statusLabels } from './order-status.ts'

const notices: Record<Order['notification']['state'], string> = {
  NOT_CONFIGURED: 'Sin aviso por WhatsApp',
  QUEUED: 'El aviso por WhatsApp está por salir',
  SENT: 'Aviso por WhatsApp enviado',
  DELIVERED: 'Aviso por WhatsApp recibido en el teléfono de la tienda',
  READ: 'Aviso por WhatsApp leído',
  FAILED: 'El aviso por WhatsApp no llegó',
}

const toCustomer: Record<CustomerMessage['state'], string> = {
  waiting: 'está por salir',
  paused: 'está por salir',
  done: 'enviado',
  failed: 'no llegó',
}

function customerMessage(
  { timeZone }: StoreContext['store'],
  { deliveryKind }: Order,
  message: CustomerMessage,
): Html {
  const { event, state, reason, finishedAt } = message
  const status = event === 'order.confirmed' ? 'confirmed' : 'shipped'
  const what =
    event === PROPOSED ? 'cambio propuesto' : statusLabels({ deliveryKind, status }).name.toLowerCase()
  const when = finishedAt && moment(finishedAt, timeZone).in('es')
  return html`
    <li${state === 'failed' && html` class="bad"`}>
      <b>Aviso de «${what}» a quien compró: ${toCustomer[state]}</b>
      <small>${[when, reason].filter(Boolean).join('. ')}</small>
    </li>
  `
}

const stepName = (order: Order, items: unknown): string =>
  items ? 'Cambio aceptado' : statusLabels(order).name

const before = (items: string[], total: string): Html =>
  html`<small>Antes: ${items.join(', ')}. Total ${total}</small>`

const resending = ({ form }: StoreContext, { id }: Order): Html =>
  buttonForm(form(`/pedidos/${id}/aviso`), {}, html`<button class="quiet">Enviarlo otra vez</button>`)

const numberLink = (context: StoreContext) =>
  hasUnconfirmedNumber(context) &&
  context.can('connections') &&
  html`<a class="quiet" href="${context.base}/conexiones/whatsapp">Confirmar el número</a>`

const actors: Record<PaymentActor | Order['timeline'][number]['by'], string> = {
  shopper: 'quien compró',
  panel: 'alguien del equipo',
  api: 'un programa (API)',
  assistant: 'un asistente',
  whatsapp: 'WhatsApp',
  payment: 'el pago',
  system: 'la tienda, sola',
  mercadopago: 'Mercado Pago',
  stripe: 'Stripe',
}

/** `Ana`, `Ana, por WhatsApp`, `un programa (API) de Ana` */
const whoOf = (actor: Order['timeline'][number]['by'], name: string | null | undefined): string => {
  if (!name) return actors[actor]
  if (actor === 'panel') return name
  return actor === 'whatsapp' ? `${name}, por WhatsApp` : `${actors[actor]} de ${name}`
}

type PaymentHistory = Awaited<ReturnType<typeof readPaymentHistory>>

type Steps = { names: (string | null)[]; messages: CustomerMessage[]; payments: PaymentHistory }

/** What happened to the order: its statuses, its payment, the notices. `names` are those of who moved each status. */
export function history(context: StoreContext, order: Order, { names, messages, payments }: Steps): Html {
  const { timeline, notification } = order
  const { timeZone } = context.store
  const steps = timeline.map(
    ({ status, at, by: actor, items, total }, n) => html`
      <li>
        <b>${stepName({ ...order, status }, items)}</b> <small>${moment(at, timeZone)}, por ${whoOf(actor, names[n])}</small>
        ${items && before(items.map(itemText), formatAmount(total ?? 0, order.currency))}
      </li>
    `,
  )
  const { state, updatedAt, reason } = notification
  const noticed = `${moment(updatedAt, timeZone).in('es')}${reason ? `. ${reason}` : ''}`
  return section(
    'Historia',
    html`
      <ol class="timeline">
        ${steps}
        ${paymentSteps(context, payments)}
        <li${state === 'FAILED' && html` class="bad"`}>
          <b>${notices[state]}</b> <small>${noticed}</small>
          ${state === 'NOT_CONFIGURED' && numberLink(context)}
          ${state === 'NOT_CONFIGURED' && html`<a class="quiet" href="${context.base}/avisos">Activa los de este dispositivo en Avisos</a>`}
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
        <b>Pago: ${paymentLabels[state].name.toLowerCase()}</b>
        <small>${moment(at, store.timeZone)}, por ${name ?? actors[actor]}${reference && html`. Referencia: ${reference}`}</small>
      </li>
    `,
  )
