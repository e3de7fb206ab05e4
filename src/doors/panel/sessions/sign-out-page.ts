import { Type } from 'typebox'
import { html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { clearSessionCookie } from '../../../features/sessions/cookie.ts'
import { endSession } from '../../../features/sessions/session.ts'
import { clearChallengeCookie, returnPath } from '../access/sign-in.ts'
import { publicPage } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { t } from '../../../core/texts/text.ts'

export const signOutPage = publicPage({
  path: '/salir',
  show: ({ form, session }) => ({
    title: t('Salir'),
    main: session
      ? html`
        <p>${t('Entraste como {email}.', { email: html`<b>${session.email}</b>` })}</p>
        ${formOf(form('/salir'), submit(t('Salir')), { class: 'one-button' })}
      `
      : html`<p>${t('Ya saliste.')}</p><p><a class="button" href="/panel/entrar">${t('Entrar')}</a></p>`,
  }),
  forms: {
    '/salir': {
      body: Body({ volver: Type.Optional(Type.String()) }),
      async run({ sql, reply, session }, { volver }) {
        if (session) await endSession(sql, session.accountId, session.id)
        clearSessionCookie(reply)
        for (const name of ['vitrina-code', 'vitrina-step'] as const) clearChallengeCookie(reply, name)
        // Drafts and pages that the panel cached in this browser must not be read by the next person.
        reply.header('clear-site-data', '"storage"')
        return { next: returnPath(volver) ?? '/entrar', message: t('Saliste de tu cuenta') }
      },
    },
  },
})
