import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { readArrivals, readKitchen, type KitchenOrder } from '../../../features/orders/arrivals.ts'
import { countOrders, ordersVersion } from '../../../features/orders/count.ts'
import { statusLabels } from './order-status.ts'
import { storePage, type StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { emptyState } from '../parts/list.ts'
import { soundSwitch } from '../parts/sound-switch.ts'
import { sinceDay, whenWanted } from '../parts/time.ts'

/** The kitchen's screen: what was confirmed and is not ready, the first confirmed first. It is live as the list of orders is. */
export const kitchenPage = storePage({
  path: '/cocina',
  needs: 'orders:read',
  async show(context) {
    const { sql, store, base } = context
    const version = ordersVersion(await countOrders(sql, store.id), await readArrivals(sql, store.id))
    const { orders, more } = await readKitchen(sql, store.id)
    return {
      title: t('Cocina'),
      orders: version,
      main: html`
        <div class="kitchen" data-kitchen>
          ${orders.length > 0 ? html`<ol>${orders.map((order) => ticket(context, order))}</ol>` : nothing(base)}
          ${more > 0 && html`<p><a href="${base}/pedidos?estado=confirmed">${t('Y {more} más en la lista', { more })}</a></p>`}
        </div>
        ${soundSwitch}
        ${printSwitch}
        <noscript><meta http-equiv="refresh" content="30"></noscript>
      `,
    }
  },
})

const nothing = (base: string) =>
  emptyState(
    'check',
    t('Nada por preparar'),
    t('Lo que confirmes aparece aquí, solo.'),
    html`<a class="button ghost" href="${base}/pedidos">${t('Ver los pedidos')}</a>`,
  )

function ticket(context: StoreContext, order: KitchenOrder): Html {
  const { base, store, can, form } = context
  const { id, orderNumber, customerName, items, notes, wantedAt, deliveryKind, table, confirmedAt } = order
  const { step } = statusLabels({ status: 'shipped', deliveryKind })
  return html`
    <li data-order="${id}" data-confirmed="${confirmedAt}">
      <h2><a href="${base}/pedidos/${id}">${customerName}</a> <small>${orderNumber}</small></h2>
      <p>
        ${table && html`<b>${t('Mesa {name}', { name: table })}</b> `}
        ${wantedAt && html`<b>${t('Para {time}', { time: whenWanted(wantedAt, store.timeZone) })}</b> `}
        <span class="muted">${sinceDay(confirmedAt, store.timeZone)}</span>
      </p>
      <ul>${items.map((item) => html`<li><b>${item.quantity} ×</b> ${itemLine(item)}</li>`)}</ul>
      ${notes && html`<p class="note">${notes}</p>`}
      ${
        can('orders:write') &&
        buttonForm(
          form(`/pedidos/${id}`),
          { status: 'shipped', _from: '/cocina' },
          html`<button class="button" aria-label="${t('{step}: pedido de {name}', { step, name: customerName })}">${t('Listo')}</button>`,
        )
      }
    </li>
  `
}

function itemLine({ productName, variantName, modifiers, note }: KitchenOrder['items'][number]): Html {
  return html`
    ${[productName, variantName].filter(Boolean).join(', ')}
    ${modifiers.map(({ name, quantity }) => html`<small>${quantity > 1 && `${quantity} × `}${name}</small>`)}
    ${note && html`<small>${t('«{text}»', { text: note })}</small>`}
  `
}

const printSwitch = html`
  <div class="switch" hidden>
    <label>
      <span>
        ${t('Imprimir solo')}
        <small class="muted">
          ${t('En este dispositivo, cada pedido una vez. Sin preguntar, en Chrome con --kiosk-printing.')}
        </small>
      </span>
      <input type="checkbox" role="switch" data-auto-print>
    </label>
  </div>
`
