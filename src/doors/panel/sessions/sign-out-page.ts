import { Type } from 'typebox'
import { html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { clearSessionCookie } from '../../../features/sessions/cookie.ts'
import { endSession } from '../../../features/sessions/session.ts'
import { clearChallengeCookie, returnPath } from '../access/sign-in.ts'
import { publicPage } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'

export const signOutPage = publicPage({
  path: '/salir',
  show: ({ form, session }) => ({
    title: 'Salir',
    main: session
      ? html`
        <p>Entraste como <b>${session.email}</b>.</p>
        ${formOf(form('/salir'), submit('Salir'), { class: 'one-button' })}
      `
      : html`<p>Ya saliste.</p><p><a class="button" href="/panel/entrar">Entrar</a></p>`,
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
        return { next: returnPath(volver) ?? '/entrar', message: 'Saliste de tu cuenta' }
      },
    },
  },
})
