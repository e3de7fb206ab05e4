import type { MailContent, StoreMailEvent, StoreMails } from './mail.ts'

const roles = { ADMIN: 'administrar la tienda', STAFF: 'atender sus productos y pedidos' }

/** @param own the address of the store's panel */
type Write<E extends StoreMailEvent> = (
  about: { storeName: string } & StoreMails[E],
  panel: string,
  own: string,
) => MailContent

export const storeMails: { [E in StoreMailEvent]: Write<E> } = {
  'team.invited': ({ storeName, role, token, invitedBy, daysOpen }, panel) => ({
    subject: `Te invitaron al equipo de ${storeName}`,
    lines: [
      `${invitedBy ? `${invitedBy} te invita` : 'Te invitaron'} al equipo de ${storeName}, para ${roles[role]}.`,
      `El enlace es solo para ti y vence en ${daysOpen} días. Si no esperabas esta invitación, ignora ` +
        'este correo: sin abrir el enlace no pasa nada.',
    ],
    link: { button: 'Aceptar la invitación', href: `${panel}/invitacion/${token}` },
  }),

  'team.store_received': ({ storeName, from }, _panel, own) => ({
    subject: `${storeName} ahora es tuya`,
    lines: [
      `${from} te entregó la tienda ${storeName}: ahora decides sobre su equipo, su plan y sus datos.`,
      'Revisa quién está en el equipo y con qué tarjeta se paga el plan.',
    ],
    link: { button: 'Abrir la tienda', href: own },
  }),

  'team.store_handed_over': ({ storeName, to }, panel) => ({
    subject: `Entregaste ${storeName}`,
    lines: [
      `${storeName} pasó de tu cuenta a ${to}. Sigues en el equipo, en administración.`,
      'Si no fuiste tú, cambia tu contraseña ahora mismo y escribe a quien administra este servicio.',
    ],
    link: { button: 'Revisar mi cuenta', href: `${panel}/cuenta` },
  }),

  'team.owner_added': ({ storeName, who }, _panel, own) => ({
    subject: `${storeName} tiene otra persona dueña`,
    lines: [
      `${who} ahora también decide sobre el equipo, el plan y el cierre de ${storeName}.`,
      'Si nadie de ustedes lo quiso, cambia tu contraseña ahora mismo y quítale ese papel en Equipo.',
    ],
    link: { button: 'Revisar el equipo', href: `${own}/equipo` },
  }),

  'billing.past_due': ({ storeName }, _panel, own) => ({
    subject: `No pudimos cobrar el plan de ${storeName}`,
    lines: [
      `El último cobro del plan de ${storeName} no pasó. La tienda sigue funcionando y lo volveremos a intentar en los próximos días.`,
      'Revisa la tarjeta o paga la factura ahora: si ningún intento pasa, la tienda quedará suspendida.',
    ],
    link: { button: 'Revisar el pago', href: `${own}/plan` },
  }),

  'billing.cap_near': ({ storeName, what, used, limit, isFree }, _panel, own) => ({
    subject: `${storeName} usa ${used} de ${limit} ${what}`,
    lines: [
      `${storeName} ya usa ${used} de los ${limit} ${what} de su plan. Los pedidos nunca tienen límite.`,
      isFree
        ? 'Con un plan de pago caben muchos más. Si no te hace falta, no hay que hacer nada.'
        : 'Si necesitas más, escribe a quien opera el servicio.',
    ],
    link: { button: 'Ver lo que usas', href: `${own}/plan` },
  }),

  'billing.suspended': ({ storeName }, _panel, own) => ({
    subject: `${storeName} está suspendida por falta de pago`,
    lines: [
      `${storeName} está suspendida: sus páginas no se muestran, no recibe pedidos y sus claves de API responden 402.`,
      'Tus datos están a salvo. La tienda vuelve a funcionar sola en cuanto se recibe el pago.',
    ],
    link: { button: 'Pagar y reactivar', href: `${own}/plan` },
  }),

  'billing.restored': ({ storeName }, _panel, own) => ({
    subject: `${storeName} funciona de nuevo`,
    lines: [
      `${storeName} está activa otra vez: se muestra, recibe pedidos y sus claves de API responden. No hay que hacer nada más.`,
    ],
    link: { button: 'Abrir el panel', href: own },
  }),

  'domain.lost': ({ storeName, domain }, _panel, own) => ({
    subject: `${domain} ya no abre ${storeName}`,
    lines: [
      `Otra tienda demostró que ${domain} es suyo, después de que lo hiciera ${storeName}. Desde ahora el dominio es de ella; ` +
        `${storeName} se abre en su dirección de siempre.`,
      'Si no lo esperabas, revisa quién puede cambiar los registros del dominio donde lo compraste.',
    ],
    link: { button: 'Ver qué pasó', href: `${own}/conexiones/custom_domain` },
  }),

  'domain.grace': ({ storeName, domain, until }, _panel, own) => ({
    subject: `${domain} abre ${storeName} hasta el ${until}`,
    lines: [
      `El plan de ${storeName} ya no incluye un dominio propio. ${domain} la abre todavía hasta el ${until}; después lleva a ` +
        'quien entra a la dirección de la tienda aquí, y no hace falta que cambies nada.',
      'Con un plan de pago se queda como está.',
    ],
    link: { button: 'Ver los planes', href: `${own}/plan` },
  }),

  'domain.grace_ends': ({ storeName, domain, until }, _panel, own) => ({
    subject: `En una semana ${domain} deja de abrir ${storeName}`,
    lines: [
      `Desde el ${until}, ${domain} lleva a quien entra a la dirección de ${storeName} aquí, porque su plan no incluye un ` +
        'dominio propio.',
      'Con un plan de pago se queda como está.',
    ],
    link: { button: 'Ver los planes', href: `${own}/plan` },
  }),

  'webhook.disabled': ({ storeName, host, reason }, _panel, own) => ({
    subject: `Un webhook de ${storeName} quedó desactivado`,
    lines: [
      `El webhook de ${storeName} hacia ${host} quedó desactivado. ${reason}.`,
      'Guardamos por 30 días los avisos que no recibió. Cuando lo actives de nuevo, los enviaremos en orden.',
    ],
    link: { button: 'Revisar el webhook', href: `${own}/webhooks` },
  }),
}
