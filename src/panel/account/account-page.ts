import { Type } from 'typebox'
import { challengeSecretOf } from '../../accounts/challenge.ts'
import { MAX_NAME_LENGTH, requestEmailChange, updateName, updatePassword } from '../../accounts/change.ts'
import { endDevice, endOtherDevices, listDevices } from '../../accounts/devices.ts'
import { getCredentials } from '../../accounts/find.ts'
import { listPasskeys } from '../../accounts/passkey.ts'
import { notFound } from '../../core/errors/errors.ts'
import { html } from '../../core/http/html.ts'
import { Body } from '../../core/http/schema.ts'
import { devicesSection, passkeysSection, secondStepSection } from './account-sections.ts'
import { endGrant, listGrants } from '../../oauth/grant.ts'
import { setChallengeCookie } from '../access/browser-cookies.ts'
import { accountPage, type AccountContext } from '../page.ts'
import { assistantList } from '../parts/assistants.ts'
import { emailField, newPasswordField, signInScript } from '../parts/account-fields.ts'
import { field } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { NoFields } from '../forms/no-fields.ts'

export const yourAccountPage = accountPage({
  path: '/cuenta',
  async show(context) {
    const { sql, session, form } = context
    const [passkeys, devices, assistants, { hasSecondStep }] = await Promise.all([
      listPasskeys(sql, session.accountId),
      listDevices(sql, session),
      listGrants(sql, { accountId: session.accountId }),
      getCredentials(sql, session.accountId),
    ])
    return {
      title: 'Tu cuenta',
      main: html`
        ${section('Tu nombre', nameForm(context))}
        ${section('Correo', emailForm(context))}
        ${section('Contraseña', passwordForm(context))}
        ${passkeysSection(context, passkeys)}
        ${secondStepSection(hasSecondStep)}
        ${devicesSection(context, devices)}
        ${section('Asistentes con acceso', assistantList(context, '/cuenta', assistants))}
        ${formOf(form('/salir'), submit('Salir de esta cuenta', 'ghost'), { class: 'one-button' })}
        ${signInScript()}
      `,
    }
  },
  forms: {
    '/cuenta': {
      body: Body({ name: Type.Optional(Type.String()) }),
      async run({ sql, session }, { name }) {
        await updateName(sql, session.accountId, name ?? '')
        return { next: '/cuenta', message: 'Guardado' }
      },
    },
    '/cuenta/correo': {
      body: Body({ email: Type.String({ maxLength: 254 }) }),
      needsPassword: true,
      async run({ app, sql, session, reply }, { email }, key) {
        const secret = challengeSecretOf(key, email)
        await requestEmailChange(sql, app.hits, session, { email, secret })
        setChallengeCookie(reply, 'vitrina-code', secret)
        return { next: '/cuenta/correo' }
      },
    },
    '/cuenta/contrasena': {
      body: Body({ password: Type.String() }),
      needsPassword: true,
      once: true,
      async run({ sql, session }, { password }) {
        await updatePassword(sql, session, password)
        return {
          next: '/cuenta',
          message:
            'Tu contraseña cambió. Se cerraron las otras sesiones y terminó el acceso de los asistentes.',
        }
      },
    },
    '/cuenta/asistentes/:id/terminar': {
      body: NoFields,
      needsPassword: true,
      async run({ sql, session, params }) {
        await endGrant(sql, { accountId: session.accountId }, params['id']!)
        return { next: '/cuenta', message: 'El asistente ya no tiene acceso' }
      },
    },
    '/cuenta/dispositivos/cerrar': {
      body: NoFields,
      async run({ sql, session }) {
        const count = await endOtherDevices(sql, session)
        return {
          next: '/cuenta',
          message: count === 1 ? 'Se cerró 1 sesión' : `Se cerraron ${count} sesiones`,
        }
      },
    },
    '/cuenta/dispositivos/:id/cerrar': {
      body: NoFields,
      async run({ sql, session, params }) {
        if (!(await endDevice(sql, session.accountId, params['id']!))) throw notFound('Esa sesión')
        return { next: '/cuenta', message: 'Se cerró la sesión' }
      },
    },
  },
})

function nameForm({ form: formAt, session }: AccountContext) {
  const form = formAt('/cuenta')
  const name = field(form, {
    name: 'name',
    label: 'Cómo te llamas',
    value: session.name,
    max: MAX_NAME_LENGTH,
    autocomplete: 'name',
    hint: 'Así te ve tu equipo.',
  })
  return formOf(form, html`${name}${submit('Guardar')}`)
}

function emailForm({ form: formAt, session }: AccountContext) {
  const form = formAt('/cuenta/correo')
  return formOf(
    form,
    html`${emailField(form, session.email, 'email')}${submit('Cambiar el correo', 'ghost')}`,
  )
}

function passwordForm({ form: formAt }: AccountContext) {
  const form = formAt('/cuenta/contrasena')
  return formOf(
    form,
    html`${newPasswordField(form, 'Contraseña nueva')}${submit('Cambiar la contraseña', 'ghost')}`,
  )
}
