import { Type, type Static } from 'typebox'
import { Body } from '../../../core/http/schema.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { notFound } from '../../../core/errors/errors.ts'
import { applyLimit } from '../../../core/limits/rate-limit.ts'
import { DAYS_OPEN } from '../../../features/team/invitation.ts'
import { inviteByMember } from '../../../features/team/invite.ts'
import {
  listInvitedAddresses,
  listStoreAccounts,
  type InvitedAddress,
  type MemberAccount,
} from '../../../features/team/list-accounts.ts'
import { cancelInvitation } from '../../../features/team/manage.ts'
import { InvitedRole, type Role } from '../../../core/auth/roles.ts'
import { titled } from '../../../core/pages/format.ts'
import { roleNames, roleTasks } from '../access/guards.ts'
import { formSecret } from '../forms/form-secret.ts'
import { storePage, type StoreContext } from '../page.ts'
import { emailField } from '../parts/account-fields.ts'
import { withBreaks, badge, collapsible, list, section } from '../parts/list.ts'
import type { Part } from '../parts/field.ts'
import { buttonForm, formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { NoFields } from '../forms/no-fields.ts'
import { canLeaveTeam, onlyOwnerHint } from './leave-team-page.ts'
import { t, joined, type Localized } from '../../../core/texts/text.ts'

export const roleTitle = (role: Role) => titled(roleNames[role])

export const roleOptions = (roles: readonly Role[]) =>
  roles.map((role) => ({ value: role, label: roleTitle(role) }))

/** `Ayudante: atiende pedidos. Encargado/a: puede todo.` */
export const roleHint = (roles: readonly Role[]): Localized =>
  joined(
    roles.map((role) => t('{role}: {tasks}.', { role: roleTitle(role), tasks: roleTasks[role] })),
    ' ',
  )

/** The roles that somebody may be invited to. */
const offered: Role[] = ['STAFF', 'ADMIN']

const Invitation = Body({ email: Type.String({ maxLength: 254 }), role: InvitedRole })

/** Mails to people who may not know the shop, by one store. */
const INVITATION_LIMIT = { name: 'invitation', max: 30, seconds: 24 * 3600 }

export const teamPage = storePage({
  path: '/equipo',
  needs: 'team',
  async show(context) {
    const { sql, store } = context
    const [members, invited] = await Promise.all([
      listStoreAccounts(sql, store.id),
      listInvitedAddresses(sql, store.id),
    ])
    const rows = members.map((member) => rowOf(context, member))
    return {
      title: t('Equipo'),
      fields: invitationFields,
      main: html`
        ${list(rows, t('Integrantes'))}
        ${
          invited.length > 0 &&
          section(
            t('Invitaciones que esperan'),
            html`
              <ul class="list plain-rows stacked" aria-label="${t('Invitaciones')}">
                ${invited.map((one) => invitationRow(context, one))}
              </ul>
            `,
          )
        }
        ${invitationForm(context, members.length === 1 && invited.length === 0)}
        ${(await canLeaveTeam(context)) ? leaveLink(context) : onlyOwnerHint}
      `,
    }
  },
  forms: {
    '/equipo': {
      body: Invitation,
      needsPassword: true,
      async run(context, invitation: Static<typeof Invitation>, key) {
        await invite(context, invitation, key)
        return {
          next: '/equipo',
          message: t('La invitación va en camino a {email}', { email: invitation.email }),
        }
      },
    },
    '/equipo/invitaciones/:id/reenviar': {
      body: NoFields,
      needsPassword: true,
      async run(context, _body, key) {
        const invited = await listInvitedAddresses(context.sql, context.store.id)
        const invitation = invited.find(({ id }) => id === context.params['id'])
        if (!invitation) throw notFound(t('La invitación'))
        await invite(context, invitation, key)
        return {
          next: '/equipo',
          message: t('Enviamos otra vez la invitación a {email}', { email: invitation.email }),
        }
      },
    },
    '/equipo/invitaciones/:id/cancelar': {
      body: NoFields,
      needsPassword: true,
      async run({ sql, store, params }) {
        await cancelInvitation(sql, store.id, params['id']!)
        return { next: '/equipo', message: t('La invitación ya no sirve') }
      },
    },
  },
})

const leaveLink = ({ base }: StoreContext) => html`
  <p class="links"><a href="${base}/salir-del-equipo">${t('Salir del equipo')}</a></p>
`

function rowOf({ base, session }: StoreContext, { id, accountId, name, email, role }: MemberAccount) {
  const isYou = accountId === session.accountId
  return {
    href: `${base}/equipo/${id}`,
    title: name ?? withBreaks(email),
    detail: html`
      ${name && html`${withBreaks(email)} `}${badge(roleTitle(role))}${isYou && html` ${badge(t('Tú'), 'good')}`}
      ${titled(roleTasks[role])}
    `,
  }
}

function invitationRow(context: StoreContext, { id, email, role, expiresAt }: InvitedAddress): Html {
  const days = Math.ceil((Date.parse(expiresAt) - Date.now()) / 86_400_000)
  const button = (what: string, content: Html) =>
    buttonForm(context.form(`/equipo/invitaciones/${id}/${what}`), {}, content)
  return html`
    <li>
      <span class="row-text">
        <b>${withBreaks(email)}</b>
        <small>${t('{role}, vence en {days, plural, one {# día} other {# días}}', { role: roleTitle(role), days })}</small>
      </span>
      <div class="tools">
        ${button('reenviar', html`<button class="quiet">${t('Reenviar')}</button>`)}
        ${button(
          'cancelar',
          html`
            <button class="quiet" aria-label="${t('Cancelar la invitación de {email}', { email })}">${icon('trash')}</button>
          `,
        )}
      </div>
    </li>
  `
}

const invitationFields: Part[] = [
  emailField('', 'off'),
  {
    name: 'role',
    label: t('Qué podrá hacer'),
    options: roleOptions(offered),
    hint: joined(
      [roleHint(offered), t('Recibe un correo con un enlace que vence en {days} días.', { days: DAYS_OPEN })],
      ' ',
    ),
  },
  submit(t('Enviar la invitación')),
]

function invitationForm(context: StoreContext, isFirst: boolean): Html {
  const form = context.form('/equipo')
  return collapsible(t('Invitar a alguien'), formOf(form, invitationFields), isFirst || form.isSubmitted)
}

async function invite(context: StoreContext, { email, role }: Static<typeof Invitation>, key: string) {
  const { app, sql, store, session, reply } = context
  applyLimit(reply, INVITATION_LIMIT, await app.hits.count(INVITATION_LIMIT, store.id))
  const secret = formSecret(context, key, email).toString('base64url')
  await inviteByMember(sql, { storeId: store.id, inviterId: session.accountId, email, role, secret })
}
