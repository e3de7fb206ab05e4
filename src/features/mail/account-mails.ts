import { joined, t, type Localized } from '../../core/texts/text.ts'
import { instantFormat } from '../../core/values/time-zone.ts'
import type { AccountMailEvent, AccountMails, MailContent, SecurityChange } from './mail.ts'
import { deviceName } from './device-name.ts'

type Write<E extends AccountMailEvent> = (about: AccountMails[E], panel: string) => MailContent

const codeLine = joined(
  [
    t('El código vence en 10 minutos y sirve una sola vez, en el navegador donde lo pediste.'),
    t('Si no fuiste tú, ignora este correo: sin el código nadie puede entrar.'),
  ],
  ' ',
)

export const accountMails: { [E in AccountMailEvent]: Write<E> } = {
  'account.sign_up': ({ code }) => ({
    subject: t('{code} es tu código de Vitrina', { code }),
    lines: [t('Escribe este código para terminar de crear tu cuenta.'), codeLine],
    code,
  }),

  'account.exists': (_about, panel) => ({
    subject: t('Ya tienes una cuenta en Vitrina'),
    lines: [
      joined(
        [
          t('Alguien quiso crear una cuenta con este correo, pero ya tienes una.'),
          t('Entra con tu contraseña o pide un código; si la olvidaste, puedes elegir otra.'),
        ],
        ' ',
      ),
      t('Si no fuiste tú, ignora este correo: tu cuenta sigue igual.'),
    ],
    link: { button: t('Entrar'), href: `${panel}/entrar` },
  }),

  'account.sign_in': ({ code }) => ({
    subject: t('{code} es tu código para entrar a Vitrina', { code }),
    lines: [
      t(
        'Escribe este código para entrar. Nunca se lo des a nadie: no te lo pediremos por teléfono ni por WhatsApp.',
      ),
      codeLine,
    ],
    code,
  }),

  'account.missing': (_about, panel) => ({
    subject: t('Este correo no tiene cuenta en Vitrina'),
    lines: [
      joined(
        [
          t('Alguien quiso entrar a Vitrina con este correo, pero no hay ninguna cuenta con él.'),
          t('Quizás usaste otro correo; si no, puedes crear una cuenta.'),
        ],
        ' ',
      ),
      t('Si no fuiste tú, ignora este correo.'),
    ],
    link: { button: t('Crear una cuenta'), href: `${panel}/crear-cuenta` },
  }),

  'account.recovery': ({ token }, panel) => ({
    subject: t('Elige una contraseña nueva'),
    lines: [
      joined(
        [
          t('Con este enlace puedes elegir una contraseña nueva.'),
          t('Vence en 30 minutos y sirve una sola vez; al usarlo se cierran todas tus sesiones.'),
        ],
        ' ',
      ),
      t('Si no lo pediste, ignora este correo: tu contraseña sigue igual.'),
    ],
    link: { button: t('Elegir otra contraseña'), href: `${panel}/recuperar/${token}` },
  }),

  'account.deleted': ({ days }, panel) => ({
    subject: t('Tu cuenta se eliminó'),
    lines: [
      joined(
        [
          t('Se cerraron tus sesiones, tus claves y el acceso de tus asistentes.'),
          t('En {days} días borramos tu nombre y tu correo.', { days }),
        ],
        ' ',
      ),
      t(
        'Si no fuiste tú o cambiaste de idea, entra antes con un código por correo: tu cuenta sigue como estaba, sin tus equipos.',
      ),
    ],
    link: { button: t('Recuperar mi cuenta'), href: `${panel}/entrar` },
  }),

  'account.new_device': ({ device, at }, panel) => ({
    subject: t('Entraste desde un dispositivo nuevo'),
    lines: [
      t('Alguien entró a tu cuenta desde {device}, el {date} (UTC).', {
        device: deviceName(device),
        date: dateOf(at),
      }),
      t('Si fuiste tú, no hay que hacer nada. Si no, cambia tu contraseña y cierra las otras sesiones.'),
    ],
    link: { button: t('Revisar mi cuenta'), href: `${panel}/cuenta` },
  }),

  'account.password_changed': ({ at }, panel) => ({
    subject: t('Tu contraseña cambió'),
    lines: [
      t('La contraseña de tu cuenta cambió el {date} (UTC), y se cerraron las otras sesiones.', {
        date: dateOf(at),
      }),
      t('Si no fuiste tú, elige otra ahora mismo: alguien más conoce tu cuenta o tu correo.'),
    ],
    link: { button: t('Elegir otra contraseña'), href: `${panel}/recuperar` },
  }),

  'account.email_code': ({ code }) => ({
    subject: t('{code} es tu código de Vitrina', { code }),
    lines: [t('Escribe este código para usar este correo en tu cuenta.'), codeLine],
    code,
  }),

  'account.email_changed': ({ email, at }, panel) => ({
    subject: t('El correo de tu cuenta cambió'),
    lines: [
      t('Desde el {date} (UTC), tu cuenta usa el correo {email}. Con este ya no se entra.', {
        date: dateOf(at),
        email,
      }),
      t('Si no fuiste tú, escribe a quien administra este servicio cuanto antes.'),
    ],
    link: { button: t('Abrir el panel'), href: panel },
  }),

  'account.security_changed': ({ change, at }, panel) => ({
    subject: changes[change],
    lines: [
      t('{change}, el {date} (UTC).', { change: changes[change], date: dateOf(at) }),
      t('Si no fuiste tú, cambia tu contraseña y cierra las otras sesiones.'),
    ],
    link: { button: t('Revisar mi cuenta'), href: `${panel}/cuenta` },
  }),
}

const changes: Record<SecurityChange, Localized> = {
  passkey_added: t('Ya se puede entrar a tu cuenta con una huella o cara nueva'),
  passkey_removed: t('Se quitó una huella o cara de tu cuenta'),
  second_step_on: t('Tu cuenta pide ahora un segundo paso al entrar'),
  second_step_off: t('Tu cuenta ya no pide un segundo paso al entrar'),
}

const longFormat = instantFormat({ dateStyle: 'long', timeStyle: 'short' })

/** In UTC, because the reader's time zone is not known. */
const dateOf = (at: string) => longFormat(at, 'UTC')
