import { html } from '../../../core/http/html.ts'
import { isOnlyOwner, removeMember } from '../../../features/team/change.ts'
import { storePage, type StoreContext } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { NoFields } from '../forms/no-fields.ts'

export const canLeaveTeam = async ({ sql, store, session }: StoreContext): Promise<boolean> =>
  store.role !== 'OWNER' || !(await isOnlyOwner(sql, store.id, session.accountId))

/** Shown to the only owner instead of the form. */
export const onlyOwnerHint = html`
  <p class="hint">La tienda es solo tuya: para salir del equipo, primero entrégala a alguien del equipo.</p>
`

/** Whoever is in the team may leave it, staff too; the last owner may not. */
export const leaveTeamPage = storePage({
  path: '/salir-del-equipo',
  show: ({ base, store, form }) => ({
    title: 'Salir del equipo',
    back: { href: `${base}/mas`, label: 'Más' },
    main: html`
      <p>
        Ya no podrás abrir ${store.name}, y las claves de API que creaste en ella dejan de funcionar. Para
        volver, alguien tiene que invitarte.
      </p>
      ${store.role === 'OWNER' && html`<p>Si la tienda es solo tuya, primero entrégala a alguien de tu equipo.</p>`}
      ${formOf(form('/salir-del-equipo'), submit('Salir del equipo', 'danger'))}
    `,
  }),
  forms: {
    '/salir-del-equipo': {
      body: NoFields,
      needsPassword: true,
      async run({ sql, store, session }) {
        await removeMember(sql, store.id, session.accountId)
        return { next: '/panel/tiendas', message: `Saliste del equipo de ${store.name}` }
      },
    },
  },
})
