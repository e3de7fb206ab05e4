import { html, type Html } from '../../../core/http/html.ts'
import { DELETED_DAYS } from '../../../features/accounts/deletion.ts'
import { clearSessionCookie } from '../../../features/sessions/cookie.ts'
import { deleteAccount } from '../../../features/whole-accounts/delete.ts'
import { findStoresOf } from '../../../features/whole-accounts/stores-of.ts'
import { accountPage } from '../page.ts'
import { NoFields } from '../forms/no-fields.ts'
import { formOf, submit } from '../parts/form.ts'
import { list } from '../parts/list.ts'

const PATH = '/cuenta/eliminar'

export const deleteAccountPage = accountPage({
  path: PATH,
  async show({ sql, session, form }) {
    const stores = await findStoresOf(sql, session.accountId)
    const owned = stores.filter(({ isOnlyOwner }) => isOnlyOwner)
    return {
      title: 'Eliminar mi cuenta',
      back: { href: '/panel/cuenta', label: 'Tu cuenta' },
      main:
        owned.length > 0
          ? ownerOf(owned)
          : html`
            <p>
              Sales de tus equipos, y se cierran tus sesiones, tus claves de API y el acceso de tus asistentes. Si cambias de
              idea, entra con un código por correo antes de ${DELETED_DAYS} días; después borramos tu nombre y tu correo.
            </p>
            ${formOf(form(PATH), [submit('Eliminar mi cuenta', 'danger')])}
          `,
    }
  },
  forms: {
    [PATH]: {
      body: NoFields,
      needsPassword: true,
      async run(context) {
        await deleteAccount(context.sql, context.session)
        clearSessionCookie(context.reply)
        context.reply.header('clear-site-data', '"storage"')
        return { next: '/entrar', message: 'Eliminaste tu cuenta' }
      },
    },
  },
})

const ownerOf = (stores: { slug: string; name: string }[]): Html => html`
  <p>Nadie más es responsable de estas tiendas. Antes, entrégalas en Equipo o elimínalas en Datos de la tienda.</p>
  ${list(
    stores.flatMap(({ slug, name }) => [
      { href: `/panel/t/${slug}/equipo`, title: `Entregar ${name}` },
      { href: `/panel/t/${slug}/eliminar-tienda`, title: `Eliminar ${name}` },
    ]),
    'Tus tiendas',
  )}
`
