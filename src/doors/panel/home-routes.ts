import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import type { Db } from '../../core/database/db.ts'
import { findSignedIn, SignInRequired } from './access/guards.ts'
import type { Page, StoreContext } from './page.ts'

export function homeRoutes(app: App, pages: Page<StoreContext>[]) {
  const paths = new Set(['', ...pages.map(({ path }) => path)])
  for (const path of paths) app.get(path, toLastStore)

  async function toLastStore(request: FastifyRequest, reply: FastifyReply) {
    const found = await findSignedIn(request, reply, null)
    if (!found) throw new SignInRequired()
    const slug = await lastStore(app.sql, found.session.accountId)
    const rest = request.url.replace(/^\/panel\/?(?=[?]|$)|^\/panel/, '')
    return reply.redirect(slug === null ? '/panel/tiendas/nueva' : `/panel/t/${slug}${rest}`, 303)
  }
}

/** The slug of the store whose panel the account opened last, or else of its first one; null when it has none. */
async function lastStore(sql: Db, accountId: string): Promise<string | null> {
  const [store] = await sql<{ slug: string }[]>`
    select stores.slug
    from members
    join stores on stores.id = members.store_id
    left join panel_visits on panel_visits.account_id = members.account_id and panel_visits.store_id = stores.id
    where members.account_id = ${accountId} and stores.deleted_at is null
    order by panel_visits.store_id is null, members.created_at, stores.id
    limit 1`
  return store?.slug ?? null
}
