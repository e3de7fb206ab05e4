import type { Static } from 'typebox'
import { notFound } from '../../../core/errors/errors.ts'
import { Body } from '../../../core/http/schema.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { listStoreAccounts, type MemberAccount } from '../../../features/team/list-accounts.ts'
import { changeRole, dismissMember, transferOwnership } from '../../../features/team/manage.ts'
import { Role } from '../../../core/auth/roles.ts'
import { titled } from '../../../core/pages/format.ts'
import { roleTasks } from '../access/guards.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { irreversibleForm, formOf, submit } from '../parts/form.ts'
import { badge } from '../parts/list.ts'
import { since } from '../parts/time.ts'
import { NoFields } from '../forms/no-fields.ts'
import { canLeaveTeam, onlyOwnerHint } from './leave-team-page.ts'
import { roleHint, roleOptions, roleTitle } from './team-page.ts'
import { joined, t } from '../../../core/texts/text.ts'

const NewRole = Body({ role: Role })

export const teamMemberPage = storePage({
  path: '/equipo/:id',
  needs: 'team',
  async show(context) {
    const { base, sql, store, params } = context
    const members = await listStoreAccounts(sql, store.id)
    const member = members.find(({ id }) => id === params['id'])
    if (!member) throw notFound(t('Ese integrante del equipo'))
    return {
      title: nameOf(member),
      fields: roleFields(context, member),
      back: { href: `${base}/equipo`, label: t('Equipo') },
      main: html`
        <p>${badge(roleTitle(member.role))} ${titled(roleTasks[member.role])}</p>
        <p class="muted">
          ${t('{email}, en el equipo desde {when}', {
            email: member.email,
            when: since(member.createdAt, store.timeZone),
          })}
        </p>
        ${await formsAbout(context, member)}
      `,
    }
  },
  forms: {
    '/equipo/:id': {
      body: NewRole,
      needsPassword: true,
      async run(context, { role }: Static<typeof NewRole>) {
        await changeRole(context.sql, acting(context), role)
        return { next: '/equipo', message: t('Guardado') }
      },
    },
    '/equipo/:id/quitar': {
      body: NoFields,
      needsPassword: true,
      async run(context) {
        await dismissMember(context.sql, acting(context))
        return { next: '/equipo', message: t('Ya no está en el equipo') }
      },
    },
    '/equipo/:id/entregar': {
      body: NoFields,
      needsPassword: true,
      async run(context) {
        await transferOwnership(context.sql, acting(context))
        return { next: '/equipo', message: t('Entregaste la tienda. Los dos recibirán un correo.') }
      },
    },
  },
})

const acting = ({ store, params, session }: StoreContext) => ({
  storeId: store.id,
  memberId: params['id']!,
  actorId: session.accountId,
})

const nameOf = ({ name, email }: MemberAccount) => name ?? email

const yourself = ({ base }: StoreContext, canLeave: boolean) => html`
  <p>${t('Eres tú. Tu nombre y tu contraseña se cambian en tu cuenta.')}</p>
  <div class="buttons">
    <a class="button ghost" href="/panel/cuenta">${t('Tu cuenta')}</a>
    ${canLeave && html`<a class="button ghost" href="${base}/salir-del-equipo">${t('Salir del equipo')}</a>`}
  </div>
  ${!canLeave && onlyOwnerHint}
`

/** The forms for a member that the actor's role allows; nobody acts on themselves here. */
const roleFields = ({ store }: StoreContext, member: MemberAccount): Part[] => {
  const roles: Role[] = store.role === 'OWNER' ? ['STAFF', 'ADMIN', 'OWNER'] : ['STAFF', 'ADMIN']
  return [
    {
      name: 'role',
      label: t('Qué puede hacer'),
      value: member.role,
      options: roleOptions(roles),
      hint: roleHint(roles),
    },
    submit(t('Guardar')),
  ]
}

async function formsAbout(context: StoreContext, member: MemberAccount): Promise<Html> {
  if (member.accountId === context.session.accountId) return yourself(context, await canLeaveTeam(context))
  const isOwner = context.store.role === 'OWNER'
  if (member.role === 'OWNER' && !isOwner) {
    return html`<p>${t('Solo otro dueño/a puede cambiar o quitar a un dueño/a.')}</p>`
  }
  return html`
    ${formOf(context.form(`/equipo/${member.id}`), roleFields(context, member))}
    ${isOwner && member.role !== 'OWNER' && transferForm(context, member)}
    ${irreversibleForm(context.form(`/equipo/${member.id}/quitar`), {
      summary: t('Quitar del equipo'),
      text: t(
        'Ya no podrá abrir esta tienda, y las claves de API que creó en ella dejan de funcionar. Puedes invitarle otra vez.',
      ),
      button: t('Quitar del equipo'),
    })}
  `
}

function transferForm(context: StoreContext, member: MemberAccount): Html {
  const name = nameOf(member)
  return irreversibleForm(context.form(`/equipo/${member.id}/entregar`), {
    summary: t('Entregarle la tienda'),
    icon: 'team',
    text: joined(
      [
        t(
          '{name} decidirá sobre el equipo, el plan y el cierre de la tienda, y tú quedarás como encargado/a.',
          { name },
        ),
        t('Solo {name} podrá devolvértela.', { name }),
      ],
      ' ',
    ),
    button: t('Entregar la tienda'),
  })
}
