import type { Device } from '../../accounts/devices.ts'
import type { Passkey } from '../../accounts/passkey.ts'
import { html, type Html } from '../../core/http/html.ts'
import type { AccountContext } from '../page.ts'
import { ago } from '../parts/ago.ts'
import { buttonForm, formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { badge, section } from '../parts/list.ts'

export function passkeysSection({ form }: AccountContext, passkeys: Passkey[]): Html {
  const rows = passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
    const remove = html`<button class="quiet" aria-label="Quitar la passkey ${name}">${icon('trash')}</button>`
    return html`
      <li>
        <span class="row-text">
          <b>${name}</b>
          <small>${lastUsedAt ? html`usada ${ago(lastUsedAt)}` : html`creada ${ago(createdAt)}`}</small>
        </span>
        <div class="tools">${buttonForm(form(`/cuenta/passkeys/${id}/quitar`), {}, remove)}</div>
      </li>
    `
  })
  const create = formOf(form('/cuenta/passkeys/nueva'), submit('Crear una passkey', 'ghost'), {
    class: 'one-button',
  })
  return section(
    'Passkeys',
    html`
      <p class="muted">Entra con tu huella, tu cara o el PIN del teléfono, sin contraseña.</p>
      ${rows.length > 0 && html`<ul class="list plain-rows" aria-label="Tus passkeys">${rows}</ul>`}
      <passkey-offer hidden>${create}</passkey-offer>
      <noscript><p class="muted">Para crear una passkey hace falta JavaScript.</p></noscript>
    `,
    'passkeys',
  )
}

export const secondStepSection = (isOn: boolean): Html =>
  section(
    'Segundo paso al entrar',
    html`
      <p class="muted">
        Además de la contraseña, un código de una app en tu teléfono. Así nadie entra aunque la adivine.
      </p>
      <p>${isOn ? badge('Encendido', 'good') : badge('Apagado')}</p>
      <p>
        <a class="button ghost" href="/panel/cuenta/segundo-paso">${isOn ? 'Administrar' : 'Encender'}</a>
      </p>
    `,
  )

export function devicesSection({ form, session }: AccountContext, devices: Device[]): Html {
  const others = devices.filter(({ id }) => id !== session.id)
  const rows = devices.map(({ id, device, lastSeenAt }) => {
    const isThis = id === session.id
    const button = html`<button class="quiet" aria-label="Cerrar la sesión en ${device}">${icon('exit')}</button>`
    const end = html`<div class="tools">${buttonForm(form(`/cuenta/dispositivos/${id}/cerrar`), {}, button)}</div>`
    return html`
      <li>
        <span class="row-text">
          <b>${device}</b>
          <small>${isThis ? 'este dispositivo' : ago(lastSeenAt)}</small>
        </span>
        ${!isThis && end}
      </li>
    `
  })
  const endAll = formOf(form('/cuenta/dispositivos/cerrar'), submit('Cerrar todas las demás', 'ghost'), {
    class: 'one-button',
  })
  return section(
    'Dónde entraste',
    html`
      <ul class="list plain-rows" aria-label="Dispositivos">${rows}</ul>
      ${others.length > 0 && html`${endAll}<p class="hint">Termina también el acceso de tus asistentes.</p>`}
    `,
  )
}
