import { Type } from 'typebox'
import { getCredentials } from '../../../features/accounts/find.ts'
import {
  disableSecondStep,
  enableSecondStep,
  newSecondStep,
  renewRecoveryCodes,
  secondStepAddress,
} from '../../../features/accounts/second-step.ts'
import { html, trusted, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import type { Form } from '../forms/form.ts'
import { accountPage, type AccountContext, type View } from '../page.ts'
import { codeField } from '../parts/account-fields.ts'
import { irreversibleForm, formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { NoFields } from '../forms/no-fields.ts'
import { t, Formatted, joined, type Localized } from '../../../core/texts/text.ts'

const back = { href: '/panel/cuenta', label: t('Tu cuenta') }
const PATH = '/cuenta/segundo-paso'

export const secondStepSettingsPage = accountPage({
  path: PATH,
  async show(context) {
    const form = context.form(PATH)
    if (form.isSubmitted) return setUp(context, form, form.value('secret'))
    const { hasSecondStep } = await getCredentials(context.sql, context.session.accountId)
    return hasSecondStep ? settings(context) : introduction(context)
  },
  forms: {
    [`${PATH}/nuevo`]: {
      body: NoFields,
      needsPassword: true,
      run: (context) => setUp(context, context.form(PATH), newSecondStep(context.session.email).secret),
    },
    [PATH]: {
      body: Body({ secret: Type.String({ maxLength: 64 }), code: Type.String({ maxLength: 20 }) }),
      needsPassword: true,
      async run({ sql, session }, { secret, code }) {
        const account = { id: session.accountId, email: session.email }
        return recoveryCodes(
          t('El segundo paso está encendido'),
          await enableSecondStep(sql, account, secret, code),
        )
      },
    },
    [`${PATH}/codigos`]: {
      body: NoFields,
      needsPassword: true,
      run: async ({ sql, session }) =>
        recoveryCodes(t('Tus códigos nuevos'), await renewRecoveryCodes(sql, session.accountId)),
    },
    [`${PATH}/quitar`]: {
      body: NoFields,
      needsPassword: true,
      async run({ sql, session }) {
        await disableSecondStep(sql, { id: session.accountId, email: session.email })
        return { next: '/cuenta', message: t('El segundo paso está apagado') }
      },
    },
  },
})

const purpose = t(
  'Con el segundo paso, quien adivine tu contraseña no puede entrar: también hace falta el código que una app muestra en tu teléfono.',
)

const introduction = ({ form }: AccountContext): View => ({
  title: t('Segundo paso al entrar'),
  back,
  main: html`
    <p>
      ${purpose}
    </p>
    <p>
      ${t('Necesitas una app de códigos, como Google Authenticator, Microsoft Authenticator o 2FAS. Todas son gratis.')}
    </p>
    ${formOf(form(`${PATH}/nuevo`), submit(t('Empezar')), { class: 'one-button' })}
  `,
})

const settings = ({ form }: AccountContext): View => ({
  title: t('Segundo paso al entrar'),
  back,
  main: html`
    <p>${t('Está encendido: al entrar te pedimos el código de tu app.')}</p>
    ${formOf(form(`${PATH}/codigos`), submit(t('Ver códigos de recuperación nuevos'), 'ghost'), {
      class: 'one-button',
    })}
    ${irreversibleForm(form(`${PATH}/quitar`), {
      summary: t('Apagar el segundo paso'),
      text: t('Para entrar bastará con la contraseña, y los códigos de recuperación dejan de servir.'),
      button: t('Apagar'),
    })}
  `,
})

async function setUp({ session }: AccountContext, form: Form, secret: string): Promise<View> {
  const address = secondStepAddress(secret, session.email)
  const fields = [
    html`<input type="hidden" name="secret" value="${secret}">`,
    codeField(t('Los seis números que la app muestra para Vitrina.')),
    submit(t('Encender')),
  ]
  return {
    title: t('Conecta tu app'),
    fields,
    back,
    main: html`
      <p>
        ${t(
          'Si la app está en este teléfono, <a>ábrela desde aquí</a>. Si está en otro, escanea el código.',
          {
            a: (text) => html`<a href="${address}">${text}</a>`,
          },
        )}
      </p>
      <div class="qr">${await qr(address)}</div>
      <details class="key-by-hand">
        <summary>${t('Escribir la clave a mano')}</summary>
        <p><code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
      </details>
      ${formOf(form, fields)}
    `,
  }
}

async function qr(text: string): Promise<Html> {
  const { toString } = await import('qrcode')
  return trusted(await toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }))
}

const shown = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

const textOf = (codes: string[]) =>
  joined([t('Códigos de recuperación de Vitrina'), ...codes.map(shown), ''], '\n')

const downloadOf = (codes: string[]) =>
  new Formatted(
    (language) => `data:text/plain;charset=utf-8,${encodeURIComponent(textOf(codes).in(language))}`,
  )

/** Shown once: only their hashes are stored. */
const recoveryCodes = (title: Localized, codes: string[]): View => ({
  title,
  back,
  main: html`
    <p>
      ${t('Guarda estos códigos donde los encuentres sin el teléfono.')}
      ${t('Cada uno sirve una vez, en lugar del código de la app. No los volveremos a mostrar.')}
    </p>
    <ul class="codes" aria-label="${t('Códigos de recuperación')}">
      ${codes.map((code) => html`<li><code>${shown(code)}</code></li>`)}
    </ul>
    <div class="buttons">
      <button type="button" class="button ghost" data-copy="${textOf(codes)}">${icon('copy')} ${t('Copiar')}</button>
      <a class="button ghost" download="codigos-de-vitrina.txt" href="${downloadOf(codes)}">
        ${icon('down')} ${t('Descargar')}
      </a>
      <a class="button" href="/panel/cuenta">${t('Ya los guardé')}</a>
    </div>
  `,
})
