import { DAYS_OPEN } from '../team/invitation.ts'
import type { Mail, MailEvent, Mails } from './mail.ts'

/** What a mail says: a subject, sentences, and where to go from there. */
export type Words = { subject: string; lines: string[]; button: string; href: string }

const roles = { ADMIN: 'administrar la tienda', STAFF: 'atender sus productos y pedidos' }

type Write<E extends MailEvent> = (about: { storeName: string } & Mails[E], panel: string) => Words

const mails: { [E in MailEvent]: Write<E> } = {
  'team.invited': ({ storeName, role, token }, panel) => ({
    subject: `Te invitaron al equipo de ${storeName}`,
    lines: [
      `Te invitaron al equipo de ${storeName}, para ${roles[role]}.`,
      `El enlace es solo para ti y vence en ${DAYS_OPEN} días. Si no esperabas esta invitación, ignora este correo: sin abrir el enlace no pasa nada.`,
    ],
    button: 'Aceptar la invitación',
    href: `${panel}/invitacion/${token}`,
  }),

  'billing.past_due': ({ storeName }, panel) => ({
    subject: `No pudimos cobrar el plan de ${storeName}`,
    lines: [
      `El último cobro del plan de ${storeName} no pasó. La tienda sigue funcionando y lo volveremos a intentar en los próximos días.`,
      'Revisa la tarjeta o paga la factura ahora: si ningún intento pasa, la tienda quedará suspendida.',
    ],
    button: 'Revisar el pago',
    href: `${panel}/plan`,
  }),

  'billing.suspended': ({ storeName }, panel) => ({
    subject: `${storeName} está suspendida por falta de pago`,
    lines: [
      `${storeName} está suspendida: sus páginas no se muestran, no recibe pedidos y sus claves de API responden 402.`,
      'Tus datos están a salvo. La tienda vuelve a funcionar sola en cuanto se recibe el pago.',
    ],
    button: 'Pagar y reactivar',
    href: `${panel}/plan`,
  }),

  'billing.restored': ({ storeName }, panel) => ({
    subject: `${storeName} funciona de nuevo`,
    lines: [
      `${storeName} está activa otra vez: se muestra, recibe pedidos y sus claves de API responden. No hay que hacer nada más.`,
    ],
    button: 'Abrir el panel',
    href: panel,
  }),

  'webhook.disabled': ({ storeName, host, reason }, panel) => ({
    subject: `Un webhook de ${storeName} quedó desactivado`,
    lines: [
      `El webhook de ${storeName} hacia ${host} quedó desactivado. ${reason}.`,
      'Guardamos por 30 días los avisos que no recibió. Cuando lo actives de nuevo, los enviaremos en orden.',
    ],
    button: 'Revisar el webhook',
    href: `${panel}/webhooks`,
  }),
}

/** @param panel the panel's address, without a slash at the end */
export function wordsOf({ event, payload }: Mail, panel: string): Words {
  return (mails[event] as Write<MailEvent>)(payload, panel)
}
