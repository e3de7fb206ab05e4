import { formatAmount } from '../../../core/values/money.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { joined, t } from '../../../core/texts/text.ts'
import type { Customer } from '../../../features/customers/customer.ts'
import { eraseCustomer } from '../../../features/customers/erase.ts'
import { findCustomer } from '../../../features/customers/get.ts'
import { selectCustomers } from '../../../features/customers/list.ts'
import { dayAndMonth } from '../../../core/pages/format.ts'
import { orderList } from '../orders/order-list.ts'
import { storePage, type StoreContext } from '../page.ts'
import { contactOf } from '../parts/customer-contact.ts'
import { figures } from '../parts/figures.ts'
import { irreversibleForm } from '../parts/form.ts'
import { columnHeads, emptyState, list, section } from '../parts/list.ts'
import { listHref, pager, readPage } from '../parts/pager.ts'
import { searchForm } from '../parts/search.ts'
import { sinceDay } from '../parts/time.ts'
import { NoFields } from '../forms/no-fields.ts'

const PAGE = 50
const heads = columnHeads([t('Cliente'), t('Pedidos'), t('Último pedido'), t('Compró')], 'customers')

export const customersPage = storePage({
  path: '/clientes',
  needs: 'customers:read',
  async show(context) {
    const { sql, store, base, query } = context
    const search = query['q'] || undefined
    const customers = await readPage(query, PAGE, (page) =>
      selectCustomers(sql, store.id, { ...page, search }),
    )
    const rows = customers.data.map((customer) => rowOf(context, customer))
    return {
      title: t('Clientes'),
      main: html`
        ${(customers.total > 0 || search) && searchForm(query, searching(base))}
        ${rows.length > 0 ? html`${heads}${list(rows, t('Clientes'), 'customers')}` : emptyList(context)}
        ${pager(customers, (offset) => listHref(`${base}/clientes`, { q: search, offset }))}
      `,
    }
  },
})

export const customerPage = storePage({
  path: '/clientes/:id',
  needs: 'customers:read',
  async show(context) {
    const { sql, store, base, params } = context
    const { orders, ...customer } = await findCustomer(sql, store.id, params['id']!)
    const { name, orderCount } = customer
    const contact = { ...customer, phoneVerified: orders.some(({ phoneVerified }) => phoneVerified) }
    return {
      title: name,
      back: { href: `${base}/clientes`, label: t('Clientes') },
      main: html`
        ${await contactOf(context, contact, t('Contacto'), { text: t('gracias por comprar con nosotros.') })}
        ${customerTotals(context, customer)}
        <section class="waiting">
          <h2>${t('Sus pedidos')}</h2>
          ${await orderList(context, orders)}
          ${orderCount > orders.length && allOrders(context, customer, orders.length)}
        </section>
        ${dataOf(context, customer)}
      `,
    }
  },
  forms: {
    '/clientes/:id/borrar': {
      body: NoFields,
      needs: 'store:write',
      async run({ sql, store, params }) {
        await eraseCustomer(sql, store.id, params['id']!)
        return { message: t('Borraste sus datos. Sus pedidos y tus totales siguen.'), next: '/clientes' }
      },
    },
  },
})

const allOrders = ({ base }: StoreContext, { phone }: Customer, shown: number) => html`
  <p class="muted">
    ${t('Aquí están los {shown} más nuevos.', { shown })} <a href="${base}/pedidos?q=${encodeURIComponent(phone)}">${t('Ver todos')}</a>
  </p>
`

const searching = (base: string) => ({
  action: `${base}/clientes`,
  placeholder: t('Buscar cliente'),
  label: t('Buscar por nombre o teléfono'),
})

function rowOf({ base, store }: StoreContext, customer: Customer) {
  const { id, name, orderCount, totalSpent, currency, lastOrderAt } = customer
  return {
    href: `${base}/clientes/${id}`,
    title: name,
    detail: html`
      <span>${t('{n, plural, one {# pedido} other {# pedidos}}', { n: orderCount })}</span>
      <span>${sinceDay(lastOrderAt, store.timeZone)}</span>`,
    end: totalSpent === 0 ? null : formatAmount(totalSpent, currency),
  }
}

function customerTotals({ store }: StoreContext, customer: Customer): Html {
  const { orderCount, totalSpent, currency, firstOrderAt } = customer
  const since = t('desde el {day} | compras', { day: dayAndMonth(firstOrderAt, store.timeZone) })
  return section(
    t('Sus compras'),
    figures([
      { label: t('Compró'), value: formatAmount(totalSpent, currency), detail: t('en pedidos confirmados') },
      {
        label: t('Pidió'),
        value: t('{n, plural, one {# vez} other {# veces}}', { n: orderCount }),
        detail: since,
      },
    ]),
  )
}

/** The section for a customer's legal requests: to get a copy of their data, and to have it erased. */
function dataOf(context: StoreContext, { id }: Customer): Html {
  const path = `${context.base}/clientes/${id}/datos`
  return section(
    t('Sus datos'),
    html`
      <p class="muted">${t('Si te los pide, entrégale lo que guardas de esta persona, o bórralo.')}</p>
      <div class="buttons">
        <a class="button ghost" href="${path}.json" download>${t('Entregar sus datos')}</a>
        <a class="button ghost" href="${path}.csv" download>${t('Sus pedidos (CSV)')}</a>
      </div>
      ${context.can('store:write') && irreversibleForm(context.form(`/clientes/${id}/borrar`), question)}
    `,
  )
}

const question = {
  summary: t('Borrar sus datos'),
  text: joined(
    [
      t('Su nombre, su teléfono, su dirección y sus notas se borran de aquí y de todos sus pedidos.'),
      t(
        'Los pedidos y tus totales siguen. Lo que ya recibieron otros programas por webhooks no lo podemos borrar.',
      ),
      t('Esto no se puede deshacer.'),
    ],
    ' ',
  ),
  button: t('Sí, borrar sus datos'),
}

function emptyList({ base, query }: StoreContext): Html {
  if (query['q']) {
    const all = html`<a class="button ghost" href="${base}/clientes">${t('Ver todos')}</a>`
    return emptyState(
      'search',
      t('Nadie con ese nombre'),
      t('Prueba con otra parte del nombre o del teléfono.'),
      all,
    )
  }
  const share = html`<a class="button" href="${base}/compartir">${t('Compartir mi tienda')}</a>`
  return emptyState(
    'people',
    t('Todavía no hay clientes'),
    t('Quien haga un pedido aparecerá aquí, con todo lo que te compró.'),
    share,
  )
}
