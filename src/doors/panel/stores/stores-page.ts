import type { Db } from '../../../core/database/db.ts'
import { titled } from '../../../core/pages/format.ts'
import { html } from '../../../core/http/html.ts'
import type { Role } from '../../../core/auth/roles.ts'
import { accountPage, type AccountContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { badge, emptyState, list } from '../parts/list.ts'
import { roleNames, roleTasks } from '../access/guards.ts'
import { t } from '../../../core/texts/text.ts'
type OwnStore = { name: string; slug: string; role: Role; billingState: 'active' | 'suspended' }

export const storesPage = accountPage({
  path: '/tiendas',
  async show({ sql, session }) {
    const stores = await storesOf(sql, session.accountId)
    const rows = stores.map(({ name, slug, role, billingState }) => ({
      href: `/panel/t/${slug}`,
      title: name,
      detail: html`
        ${titled(roleNames[role])}: ${roleTasks[role]}
        ${billingState === 'suspended' && html` ${badge(t('Suspendida'), 'bad')}`}
      `,
    }))
    const open = html`<a class="button" href="/panel/tiendas/nueva">${icon('plus')}${t('Abrir otra tienda')}</a>`
    return {
      title: t('Tus tiendas'),
      main: rows.length > 0 ? html`${list(rows, t('Tiendas'))}<p>${open}</p>` : none,
    }
  },
})

const none = emptyState(
  'shop',
  t('Todavía no tienes tienda'),
  t('Ábrela en dos minutos: un nombre, tu país y tu número de WhatsApp.'),
  html`<a class="button" href="/panel/tiendas/nueva">${t('Abrir mi tienda')}</a>`,
)

function storesOf(sql: Db, accountId: AccountContext['session']['accountId']) {
  return sql<OwnStore[]>`
    select stores.name, stores.slug, members.role, stores.billing_state
    from members
    join stores on stores.id = members.store_id
    where members.account_id = ${accountId} and stores.deleted_at is null
    order by stores.created_at, stores.id
    limit 200`
}
