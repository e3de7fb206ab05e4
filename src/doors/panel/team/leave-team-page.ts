import { html } from '../../../core/http/html.ts'
import { isOnlyOwner, removeMember } from '../../../features/team/change.ts'
import { storePage, type StoreContext } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { NoFields } from '../forms/no-fields.ts'
import { t } from '../../../core/texts/text.ts'

export const canLeaveTeam = async ({ sql, store, session }: StoreContext): Promise<boolean> =>
  store.role !== 'OWNER' || !(await isOnlyOwner(sql, store.id, session.accountId))

/** Shown to the only owner instead of the form. */
export const onlyOwnerHint = html`
  <p class="hint">${t('La tienda es solo tuya: para salir del equipo, primero entrégala a alguien del equipo.')}</p>
`

/** Whoever is in the team may leave it, staff too; the last owner may not. */
export const leaveTeamPage = storePage({
  path: '/salir-del-equipo',
  show: ({ base, store, form }) => ({
    title: t('Salir del equipo'),
    back: { href: `${base}/mas`, label: t('Más') },
    main: html`
      <p>
        ${t('Ya no podrás abrir {name}, y las claves de API que creaste en ella dejan de funcionar.', { name: store.name })}
        ${t('Para volver, alguien tiene que invitarte.')}
      </p>
      ${store.role === 'OWNER' && html`<p>${t('Si la tienda es solo tuya, primero entrégala a alguien de tu equipo.')}</p>`}
      ${formOf(form('/salir-del-equipo'), submit(t('Salir del equipo'), 'danger'))}
    `,
  }),
  forms: {
    '/salir-del-equipo': {
      body: NoFields,
      needsPassword: true,
      async run({ sql, store, session }) {
        await removeMember(sql, store.id, session.accountId)
        return { next: '/panel/tiendas', message: t('Saliste del equipo de {name}', { name: store.name }) }
      },
    },
  },
})
