import { html } from '../../core/http/html.ts'
import type { Session } from '../../sessions/session.ts'
import type { Link, PublicContext, View } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'

/** The sign-in page for somebody who is signed in already. */
export const alreadySignedIn = ({ email }: Pick<Session, 'email'>, form: PublicContext['form']): View => ({
  title: 'Ya entraste',
  main: html`
    <p>Entraste como <b>${email}</b>.</p>
    <p><a class="button" href="/panel">Ir al panel</a></p>
    ${formOf(form('/salir'), submit('Salir y usar otra cuenta', 'ghost'), { class: 'one-button' })}
  `,
})

/** The page for an expired challenge, with a link to start over. */
export const expired = (title: string, link: Link): View => ({
  title,
  status: 400,
  main: html`
    <p>Pasó demasiado tiempo, ya se usó, o se pidió en otro navegador.</p>
    <p><a class="button" href="${link.href}">${link.label}</a></p>
  `,
})
