import { Type, type Static } from 'typebox'
import { invalid } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { DELETED_DAYS } from '../../../features/accounts/deletion.ts'
import { clearSessionCookie } from '../../../features/sessions/cookie.ts'
import { deleteAccount } from '../../../features/whole-accounts/delete.ts'
import { findStoresOf } from '../../../features/whole-accounts/stores-of.ts'
import { accountPage } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { list } from '../parts/list.ts'
import { t } from '../../../core/texts/text.ts'

const PATH = '/cuenta/eliminar'
const Confirmation = Body({ confirmation: Type.String({ maxLength: 200 }) })

export const deleteAccountPage = accountPage({
  path: PATH,
  async show({ sql, session, form }) {
    const stores = await findStoresOf(sql, session.accountId)
    const owned = stores.filter(({ isOnlyOwner }) => isOnlyOwner)
    const email = {
      name: 'confirmation',
      label: t('Para confirmar, escribe tu correo: {email}', { email: session.email }),
      type: 'email',
      max: 200,
      required: true,
      autocomplete: 'off',
    } as const
    const fields = [email, submit(t('Eliminar mi cuenta'), 'danger')]
    return {
      title: t('Eliminar mi cuenta'),
      fields,
      back: { href: '/panel/cuenta', label: t('Tu cuenta') },
      main:
        owned.length > 0
          ? ownerOf(owned)
          : html`
            <p>
              ${t('Sales de tus equipos, y se cierran tus sesiones, tus claves de API y el acceso de tus asistentes.')}
              ${t(
                'Si cambias de idea, entra con un código por correo antes de {days} días; después borramos tu nombre y tu correo.',
                { days: DELETED_DAYS },
              )}
            </p>
            ${formOf(form(PATH), fields)}
          `,
    }
  },
  forms: {
    [PATH]: {
      body: Confirmation,
      needsPassword: true,
      async run(context, { confirmation }: Static<typeof Confirmation>) {
        const { email } = context.session
        if (confirmation.trim().toLowerCase() !== email.toLowerCase())
          throw invalid('confirmation', 'invalid', t('No es tu correo: escribe {email}', { email }))
        await deleteAccount(context.sql, context.session)
        clearSessionCookie(context.reply)
        context.reply.header('clear-site-data', '"storage"')
        return { next: '/entrar', message: t('Eliminaste tu cuenta') }
      },
    },
  },
})

const ownerOf = (stores: { slug: string; name: string }[]): Html => html`
  <p>${t('Estas tiendas no tienen otro dueño/a. Antes, entrégalas en Equipo o elimínalas en Datos de la tienda.')}</p>
  ${list(
    stores.flatMap(({ slug, name }) => [
      { href: `/panel/t/${slug}/equipo`, title: t('Entregar {name}', { name }) },
      { href: `/panel/t/${slug}/eliminar-tienda`, title: t('Eliminar {name}', { name }) },
    ]),
    t('Tus tiendas'),
  )}
`
