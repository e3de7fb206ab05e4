import { Type } from 'typebox'
import { ApiError, invalid } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { DELETED_DAYS } from '../../../features/accounts/deletion.ts'
import { reauthenticate } from '../../../features/accounts/sign-in.ts'
import { clearSessionCookie } from '../../../features/sessions/cookie.ts'
import { deleteAccount } from '../../../features/whole-accounts/delete.ts'
import { findStoresOf } from '../../../features/whole-accounts/stores-of.ts'
import { accountPage, type AccountContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
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
      fields,
      main:
        owned.length > 0
          ? ownerOf(owned)
          : html`
            <p>
              Sales de tus equipos, y se cierran tus sesiones, tus claves de API y el acceso de tus asistentes. Si cambias de
              idea, entra con un código por correo antes de ${DELETED_DAYS} días; después borramos tu nombre y tu correo.
            </p>
            ${formOf(form(PATH), fields)}
          `,
    }
  },
  forms: {
    [PATH]: {
      body: Body({ password: Type.String({ maxLength: 200 }) }),
      async run(context, { password }) {
        await prove(context, password)
        await deleteAccount(context.sql, context.session)
        clearSessionCookie(context.reply)
        context.reply.header('clear-site-data', '"storage"')
        return { next: '/entrar', message: 'Eliminaste tu cuenta' }
      },
    },
  },
})

const fields: Part[] = [
  {
    name: 'password',
    label: 'Tu contraseña',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  },
  submit('Eliminar mi cuenta', 'danger'),
]

/** @throws 400 on `password`, 429 */
async function prove({ sql, session }: AccountContext, password: string): Promise<void> {
  try {
    await reauthenticate(sql, session, password)
  } catch (error) {
    if (error instanceof ApiError && error.status === 400)
      throw invalid('password', 'invalid', 'La contraseña no es correcta')
    throw error
  }
}

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
