import type { AccountMailEvent, AccountMails, MailContent, SecurityChange } from './mail.ts'

type Write<E extends AccountMailEvent> = (about: AccountMails[E], panel: string) => MailContent

const ignore = 'Si no fuiste tú, ignora este correo: sin el código nadie puede entrar.'
const CODE_EXPIRY = 'El código vence en 10 minutos y sirve una sola vez, en el navegador donde lo pediste.'

export const accountMails: { [E in AccountMailEvent]: Write<E> } = {
  'account.sign_up': ({ code }) => ({
    subject: `${code} es tu código de Vitrina`,
    lines: ['Escribe este código para terminar de crear tu cuenta.', `${CODE_EXPIRY} ${ignore}`],
    code,
  }),

  'account.exists': (_about, panel) => ({
    subject: 'Ya tienes una cuenta en Vitrina',
    lines: [
      'Alguien quiso crear una cuenta con este correo, pero ya tienes una. Entra con tu contraseña o ' +
        'pide un código; si la olvidaste, puedes elegir otra.',
      'Si no fuiste tú, ignora este correo: tu cuenta sigue igual.',
    ],
    link: { button: 'Entrar', href: `${panel}/entrar` },
  }),

  'account.sign_in': ({ code }) => ({
    subject: `${code} es tu código para entrar a Vitrina`,
    lines: [
      'Escribe este código para entrar. Nunca se lo des a nadie: no te lo pediremos por teléfono ni por WhatsApp.',
      `${CODE_EXPIRY} ${ignore}`,
    ],
    code,
  }),

  'account.missing': (_about, panel) => ({
    subject: 'Este correo no tiene cuenta en Vitrina',
    lines: [
      'Alguien quiso entrar a Vitrina con este correo, pero no hay ninguna cuenta con él. Quizás usaste ' +
        'otro correo; si no, puedes crear una cuenta.',
      'Si no fuiste tú, ignora este correo.',
    ],
    link: { button: 'Crear una cuenta', href: `${panel}/crear-cuenta` },
  }),

  'account.recovery': ({ token }, panel) => ({
    subject: 'Elige una contraseña nueva',
    lines: [
      'Con este enlace puedes elegir una contraseña nueva. Vence en 30 minutos y sirve una sola vez; al ' +
        'usarlo se cierran todas tus sesiones.',
      'Si no lo pediste, ignora este correo: tu contraseña sigue igual.',
    ],
    link: { button: 'Elegir otra contraseña', href: `${panel}/recuperar/${token}` },
  }),

  'account.deleted': ({ days }, panel) => ({
    subject: 'Tu cuenta se eliminó',
    lines: [
      `Se cerraron tus sesiones, tus claves y el acceso de tus asistentes. En ${days} días borramos tu nombre y tu correo.`,
      'Si no fuiste tú o cambiaste de idea, entra antes con un código por correo: tu cuenta sigue como estaba, sin tus equipos.',
    ],
    link: { button: 'Recuperar mi cuenta', href: `${panel}/entrar` },
  }),

  'account.new_device': ({ device, at }, panel) => ({
    subject: 'Entraste desde un dispositivo nuevo',
    lines: [
      `Alguien entró a tu cuenta desde ${device}, ${dated(at)}.`,
      'Si fuiste tú, no hay que hacer nada. Si no, cambia tu contraseña y cierra las otras sesiones.',
    ],
    link: { button: 'Revisar mi cuenta', href: `${panel}/cuenta` },
  }),

  'account.password_changed': ({ at }, panel) => ({
    subject: 'Tu contraseña cambió',
    lines: [
      `La contraseña de tu cuenta cambió ${dated(at)}, y se cerraron las otras sesiones.`,
      'Si no fuiste tú, elige otra ahora mismo: alguien más conoce tu cuenta o tu correo.',
    ],
    link: { button: 'Elegir otra contraseña', href: `${panel}/recuperar` },
  }),

  'account.email_code': ({ code }) => ({
    subject: `${code} es tu código de Vitrina`,
    lines: ['Escribe este código para usar este correo en tu cuenta.', `${CODE_EXPIRY} ${ignore}`],
    code,
  }),

  'account.email_changed': ({ email, at }, panel) => ({
    subject: 'El correo de tu cuenta cambió',
    lines: [
      `Desde ${dated(at)}, tu cuenta usa el correo ${email}. Con este ya no se entra.`,
      'Si no fuiste tú, escribe a quien administra este servicio cuanto antes.',
    ],
    link: { button: 'Abrir el panel', href: panel },
  }),

  'account.security_changed': ({ change, at }, panel) => ({
    subject: changes[change],
    lines: [
      `${changes[change]}, ${dated(at)}.`,
      'Si no fuiste tú, cambia tu contraseña y cierra las otras sesiones.',
    ],
    link: { button: 'Revisar mi cuenta', href: `${panel}/cuenta` },
  }),
}

const changes: Record<SecurityChange, string> = {
  passkey_added: 'Ya se puede entrar a tu cuenta con una huella o cara nueva',
  passkey_removed: 'Se quitó una huella o cara de tu cuenta',
  second_step_on: 'Tu cuenta pide ahora un segundo paso al entrar',
  second_step_off: 'Tu cuenta ya no pide un segundo paso al entrar',
}

/** In UTC, because the reader's time zone is not known. */
const dated = (at: string) =>
  `el ${new Intl.DateTimeFormat('es', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} (UTC)`
