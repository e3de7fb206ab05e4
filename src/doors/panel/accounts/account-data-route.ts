import type { App } from '../../../core/http/app.ts'
import { exportAccount } from '../../../features/whole-accounts/export.ts'
import { accountContext } from '../access/context.ts'
import { findSignedIn, SignInRequired } from '../access/guards.ts'
import { requireReauthentication } from '../access/reauthentication.ts'
import { readForm } from '../forms/read-form.ts'
import { sendView } from '../layout.ts'

/** Downloads what is kept about the person who is signed in. */
export function accountDataRoute(app: App) {
  app.post('/cuenta/datos', async (request, reply) => {
    const found = await findSignedIn(request, reply, null)
    if (!found) throw new SignInRequired()
    const context = accountContext({ app, request, reply }, found)
    const { fields } = await readForm(request, reply, null)
    const passwordView = await requireReauthentication(context, fields)
    if (passwordView) return sendView(context, passwordView)
    return reply
      .header('content-disposition', 'attachment; filename="mi-cuenta.json"')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(await exportAccount(app.sql, found.session.accountId), null, 2))
  })
}
