import { Type } from 'typebox'
import { challengeSecretOf } from '../../../features/accounts/challenge.ts'
import {
  MAX_NAME_LENGTH,
  requestEmailChange,
  updateName,
  updatePassword,
} from '../../../features/accounts/change.ts'
import { endDevice, endOtherDevices, listDevices, type Device } from '../../../features/accounts/devices.ts'
import { getCredentials } from '../../../features/accounts/find.ts'
import { findLanguage, updateLanguage } from '../../../features/accounts/language.ts'
import { deviceName } from '../../../features/mail/device-name.ts'
import { listPasskeys, type Passkey } from '../../../features/accounts/passkey.ts'
import { notFound } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { languages, type Language } from '../../../core/texts/language.ts'
import { languageOptions } from '../parts/language-options.ts'
import { Body } from '../../../core/http/schema.ts'
import { endGrant, listGrants } from '../../../features/oauth/grant.ts'
import { setChallengeCookie } from '../access/sign-in.ts'
import { accountPage, type AccountContext } from '../page.ts'
import { assistantList } from '../parts/assistants.ts'
import { emailField, newPasswordField, signInScript } from '../parts/account-fields.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit, buttonForm } from '../parts/form.ts'
import { section, badge } from '../parts/list.ts'
import { NoFields } from '../forms/no-fields.ts'
import { sinceDay } from '../parts/time.ts'
import { icon } from '../parts/icon.ts'
import { t } from '../../../core/texts/text.ts'

export const yourAccountPage = accountPage({
  path: '/cuenta',
  async show(context) {
    const { sql, session, form } = context
    const [passkeys, devices, assistants, { hasSecondStep }, language] = await Promise.all([
      listPasskeys(sql, session.accountId),
      listDevices(sql, session),
      listGrants(sql, { accountId: session.accountId }),
      getCredentials(sql, session.accountId),
      findLanguage(sql, session.accountId),
    ])
    return {
      title: t('Tu cuenta'),
      fields: [nameFields(context), languageFields(language), emailFields(context), passwordFields],
      main: html`
        ${section(t('Tu nombre'), formOf(form('/cuenta'), nameFields(context)))}
        ${section(t('Idioma'), formOf(form('/cuenta/idioma'), languageFields(language)))}
        ${section(t('Correo'), formOf(form('/cuenta/correo'), emailFields(context)))}
        ${section(t('Contraseña'), formOf(form('/cuenta/contrasena'), passwordFields))}
        ${passkeysSection(context, passkeys)}
        ${secondStepSection(hasSecondStep)}
        ${devicesSection(context, devices)}
        ${section(t('Asistentes con acceso'), assistantList(context, '/cuenta', assistants))}
        ${section(
          t('Tus datos'),
          html`
            ${formOf(form('/cuenta/datos'), submit(t('Descargar mis datos'), 'ghost'), { class: 'one-button', isFullLoad: true })}
            <p class="links"><a href="/panel/cuenta/eliminar">${t('Eliminar mi cuenta')}</a></p>
          `,
        )}
        ${formOf(form('/salir'), submit(t('Salir de esta cuenta'), 'ghost'), { class: 'one-button' })}
        ${signInScript()}
      `,
    }
  },
  forms: {
    '/cuenta': {
      body: Body({ name: Type.Optional(Type.String()) }),
      async run({ sql, session }, { name }) {
        await updateName(sql, session.accountId, name ?? '')
        return { next: '/cuenta', message: t('Guardado') }
      },
    },
    '/cuenta/idioma': {
      body: Body({ language: Type.Optional(Type.Enum([...languages])) }),
      async run({ sql, session, request }, { language }) {
        await updateLanguage(sql, session.accountId, language ?? null)
        if (language) request.language = language
        return { next: '/cuenta', message: t('Guardado') }
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
          message: t(
            'Tu contraseña cambió. Se cerraron las otras sesiones y terminó el acceso de los asistentes.',
          ),
        }
      },
    },
    '/cuenta/asistentes/:id/terminar': {
      body: NoFields,
      needsPassword: true,
      async run({ sql, session, params }) {
        await endGrant(sql, { accountId: session.accountId }, params['id']!)
        return { next: '/cuenta', message: t('El asistente ya no tiene acceso') }
      },
    },
    '/cuenta/dispositivos/cerrar': {
      body: NoFields,
      async run({ sql, session }) {
        const count = await endOtherDevices(sql, session)
        return {
          next: '/cuenta',
          message: t('{count, plural, one {Se cerró # sesión} other {Se cerraron # sesiones}}', { count }),
        }
      },
    },
    '/cuenta/dispositivos/:id/cerrar': {
      body: NoFields,
      async run({ sql, session, params }) {
        if (!(await endDevice(sql, session.accountId, params['id']!))) throw notFound(t('Esa sesión'))
        return { next: '/cuenta', message: t('Se cerró la sesión') }
      },
    },
  },
})

const nameFields = ({ session }: AccountContext): Part[] => [
  {
    name: 'name',
    label: t('Cómo te llamas'),
    value: session.name,
    max: MAX_NAME_LENGTH,
    autocomplete: 'name',
    hint: t('Así te ve tu equipo.'),
  },
  submit(t('Guardar')),
]

const languageFields = (language: Language | null): Part[] => [
  {
    name: 'language',
    label: t('Idioma del panel, tus avisos y correos'),
    value: language,
    options: [{ value: '', label: t('El de cada tienda') }, ...languageOptions],
  },
  submit(t('Guardar'), 'ghost'),
]

const emailFields = ({ session }: AccountContext): Part[] => [
  emailField(session.email, 'email'),
  submit(t('Cambiar el correo'), 'ghost'),
]

const passwordFields = [newPasswordField(t('Contraseña nueva')), submit(t('Cambiar la contraseña'), 'ghost')]

const useOf = (createdAt: string, lastUsedAt: string | null) =>
  lastUsedAt
    ? t('usada {when}', { when: sinceDay(lastUsedAt, 'UTC') })
    : t('creada {when}', { when: sinceDay(createdAt, 'UTC') })

function passkeysSection({ form }: AccountContext, passkeys: Passkey[]): Html {
  const rows = passkeys.map(({ id, createdAt, lastUsedAt, ...named }) => {
    const name = deviceName(named.name)
    const remove = html`<button class="quiet" aria-label="${t('Quitar la huella o cara {name}', { name })}">${icon('trash')}</button>`
    return html`
      <li>
        <span class="row-text">
          <b>${name}</b>
          <small>${useOf(createdAt, lastUsedAt)}</small>
        </span>
        <div class="tools">${buttonForm(form(`/cuenta/passkeys/${id}/quitar`), {}, remove)}</div>
      </li>
    `
  })
  const create = formOf(form('/cuenta/passkeys/nueva'), submit(t('Activar mi huella'), 'ghost'), {
    class: 'one-button',
  })
  return section(
    t('Huella o cara'),
    html`
      <p class="muted">${t('Entra con tu huella, tu cara o el PIN del teléfono, sin contraseña.')}</p>
      ${rows.length > 0 && html`<ul class="list plain-rows" aria-label="${t('Tus huellas y caras')}">${rows}</ul>`}
      <passkey-offer hidden>${create}</passkey-offer>
      <noscript><p class="muted">${t('Para activarla hace falta JavaScript.')}</p></noscript>
    `,
    'passkeys',
  )
}

const secondStepSection = (isOn: boolean): Html =>
  section(
    t('Segundo paso al entrar'),
    html`
      <p class="muted">
        ${t('Además de la contraseña, un código de una app en tu teléfono. Así nadie entra aunque la adivine.')}
      </p>
      <p>${isOn ? badge(t('Encendido'), 'good') : badge(t('Apagado'))}</p>
      <p>
        <a class="button ghost" href="/panel/cuenta/segundo-paso">${isOn ? t('Administrar') : t('Encender')}</a>
      </p>
    `,
  )

function devicesSection({ form, session }: AccountContext, devices: Device[]): Html {
  const others = devices.filter(({ id }) => id !== session.id)
  const rows = devices.map(({ id, lastSeenAt, ...named }) => {
    const device = deviceName(named.device)
    const isThis = id === session.id
    const button = html`<button class="quiet" aria-label="${t('Cerrar la sesión en {device}', { device })}">${icon('exit')}</button>`
    const end = html`<div class="tools">${buttonForm(form(`/cuenta/dispositivos/${id}/cerrar`), {}, button)}</div>`
    return html`
      <li>
        <span class="row-text">
          <b>${device}</b>
          <small>${isThis ? t('este dispositivo') : sinceDay(lastSeenAt, 'UTC')}</small>
        </span>
        ${!isThis && end}
      </li>
    `
  })
  const endAll = formOf(form('/cuenta/dispositivos/cerrar'), submit(t('Cerrar todas las demás'), 'ghost'), {
    class: 'one-button',
  })
  return section(
    t('Dónde entraste'),
    html`
      <ul class="list plain-rows" aria-label="${t('Dispositivos')}">${rows}</ul>
      ${others.length > 0 && html`${endAll}<p class="hint">${t('Termina también el acceso de tus asistentes.')}</p>`}
    `,
  )
}
