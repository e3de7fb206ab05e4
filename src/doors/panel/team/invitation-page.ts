import { Type } from 'typebox'
import { MAX_NAME_LENGTH, updateName } from '../../../features/accounts/change.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { acceptInvitation, findInvitation, type OpenInvitation } from '../../../features/team/accept.ts'
import { roleNames, roleTasks, SignInRequired } from '../access/guards.ts'
import { publicPage, type PublicContext, type View } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { t } from '../../../core/texts/text.ts'

export const invitationPage = publicPage({
  path: '/invitacion/:token',
  async show(context) {
    const { sql, params, session, form } = context
    const invitation = await findInvitation(sql, params['token']!)
    const path = `/invitacion/${params['token']!}`
    if (session && session.email !== invitation.email) return wrongAccountView(context, invitation, path)
    const fields = [session?.name === null && nameField, submit(t('Aceptar la invitación'))]
    const accept = session ? formOf(form(path), fields) : signInLinks(path, invitation.email)
    return {
      title: t('Únete a {storeName}', { storeName: invitation.storeName }),
      fields,
      main: html`${invitationText(invitation)}${accept}`,
    }
  },
  forms: {
    '/invitacion/:token': {
      body: Body({ name: Type.Optional(Type.String()) }),
      async run({ sql, params, session }, { name }) {
        if (!session) throw new SignInRequired()
        const { slug, storeName } = await acceptInvitation(sql, params['token']!, session)
        if (name?.trim()) await updateName(sql, session.accountId, name)
        return { next: `/panel/t/${slug}`, message: t('Ya eres parte de {storeName}', { storeName }) }
      },
    },
  },
})

function invitationText({ storeName, role, invitedBy }: OpenInvitation): Html {
  const shop = html`<b>${storeName}</b>`
  const [roleName, tasks] = [roleNames[role], roleTasks[role]]
  return html`
    <p>
      ${
        invitedBy
          ? t('{invitedBy} te invita al equipo de {storeName} como {role}, que {tasks}.', {
              invitedBy: html`<b>${invitedBy}</b>`,
              storeName: shop,
              role: roleName,
              tasks,
            })
          : t('Te invitan al equipo de {storeName} como {role}, que {tasks}.', {
              storeName: shop,
              role: roleName,
              tasks,
            })
      }
    </p>
  `
}

const nameField = {
  name: 'name',
  label: t('¿Cómo te llamas?'),
  max: MAX_NAME_LENGTH,
  autocomplete: 'name',
  hint: t('Así te ve el equipo: junto a lo que haces dice tu nombre.'),
}

function signInLinks(path: string, email: string): Html {
  const query = new URLSearchParams({ volver: `/panel${path}`, correo: email }).toString()
  return html`
    <p>${t('Entra con el correo al que llegó la invitación. Si aún no tienes cuenta, créala con ese correo.')}</p>
    <div class="fields">
      <a class="button" href="/panel/entrar?${query}">${t('Entrar')}</a>
      <a class="button ghost" href="/panel/crear-cuenta?${query}">${t('Crear una cuenta')}</a>
    </div>
  `
}

function wrongAccountView(
  { session, form }: PublicContext,
  { storeName }: OpenInvitation,
  path: string,
): View {
  const again = html`
    <input type="hidden" name="volver" value="/panel${path}">
    ${submit(t('Salir y entrar con otro correo'))}
  `
  return {
    title: t('Esta invitación es para otro correo'),
    status: 403,
    main: html`
      <p>
        ${t('Entraste como {email}, y la invitación al equipo de {storeName} llegó a otro correo.', {
          email: html`<b>${session!.email}</b>`,
          storeName: html`<b>${storeName}</b>`,
        })}
      </p>
      ${formOf(form('/salir'), again, { class: 'one-button' })}
    `,
  }
}
