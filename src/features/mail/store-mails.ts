import { bySpanish, known } from '../../core/texts/by-spanish.ts'
import { joined, t, type Wording } from '../../core/texts/text.ts'
import { instantFormat } from '../../core/values/time-zone.ts'
import type { MailContent, StoreMailEvent, StoreMails } from './mail.ts'

/** @param own the address of the store's panel */
type Write<E extends StoreMailEvent> = (
  about: { storeName: string } & StoreMails[E],
  panel: string,
  own: string,
) => MailContent

export const storeMails: { [E in StoreMailEvent]: Write<E> } = {
  'team.invited': ({ storeName, role, token, invitedBy, daysOpen }, panel) => ({
    subject: t('Te invitaron al equipo de {storeName}', { storeName }),
    lines: [
      invitedBy
        ? t('{invitedBy} te invita al equipo de {storeName}, para {role}.', {
            invitedBy,
            storeName,
            role: roles[role],
          })
        : t('Te invitaron al equipo de {storeName}, para {role}.', { storeName, role: roles[role] }),
      joined(
        [
          t('El enlace es solo para ti y vence en {daysOpen} días.', { daysOpen }),
          t('Si no esperabas esta invitación, ignora este correo: sin abrir el enlace no pasa nada.'),
        ],
        ' ',
      ),
    ],
    link: { button: t('Aceptar la invitación'), href: `${panel}/invitacion/${token}` },
  }),

  'team.store_received': ({ storeName, from }, _panel, own) => ({
    subject: t('{storeName} ahora es tuya', { storeName }),
    lines: [
      t('{from} te entregó la tienda {storeName}: ahora decides sobre su equipo, su plan y sus datos.', {
        from,
        storeName,
      }),
      t('Revisa quién está en el equipo y con qué tarjeta se paga el plan.'),
    ],
    link: { button: t('Abrir la tienda'), href: own },
  }),

  'team.store_handed_over': ({ storeName, to }, panel) => ({
    subject: t('Entregaste {storeName}', { storeName }),
    lines: [
      t('{storeName} pasó de tu cuenta a {to}. Sigues en el equipo, como encargado/a.', { storeName, to }),
      t('Si no fuiste tú, cambia tu contraseña ahora mismo y escribe a quien administra este servicio.'),
    ],
    link: { button: t('Revisar mi cuenta'), href: `${panel}/cuenta` },
  }),

  'team.owner_added': ({ storeName, who }, _panel, own) => ({
    subject: t('{storeName} tiene otra persona dueña', { storeName }),
    lines: [
      t('{who} ahora también decide sobre el equipo, el plan y el cierre de {storeName}.', {
        who,
        storeName,
      }),
      t('Si nadie de ustedes lo quiso, cambia tu contraseña ahora mismo y quítale ese papel en Equipo.'),
    ],
    link: { button: t('Revisar el equipo'), href: `${own}/equipo` },
  }),

  'billing.past_due': ({ storeName }, _panel, own) => ({
    subject: t('No pudimos cobrar el plan de {storeName}', { storeName }),
    lines: [
      t(
        'El último cobro del plan de {storeName} no pasó. La tienda sigue funcionando y lo volveremos a intentar en los próximos días.',
        { storeName },
      ),
      t('Revisa la tarjeta o paga la factura ahora: si ningún intento pasa, la tienda quedará suspendida.'),
    ],
    link: { button: t('Revisar el pago'), href: `${own}/plan` },
  }),

  'billing.cap_near': ({ storeName, what: spanish, used, limit, isFree }, _panel, own) => {
    const what = known(capped, spanish)
    return {
      subject: t('{storeName} usa {used} de {limit} {what}', { storeName, used, limit, what }),
      lines: [
        t('{storeName} ya usa {used} de los {limit} {what} de su plan. Los pedidos nunca tienen límite.', {
          storeName,
          used,
          limit,
          what,
        }),
        isFree
          ? t('Con un plan de pago caben muchos más. Si no te hace falta, no hay que hacer nada.')
          : t('Si necesitas más, escribe a quien opera el servicio.'),
      ],
      link: { button: t('Ver lo que usas'), href: `${own}/plan` },
    }
  },

  'billing.suspended': ({ storeName }, _panel, own) => ({
    subject: t('{storeName} está suspendida por falta de pago', { storeName }),
    lines: [
      t(
        '{storeName} está suspendida: sus páginas no se muestran, no recibe pedidos y sus claves de API responden 402.',
        { storeName },
      ),
      t('Tus datos están a salvo. La tienda vuelve a funcionar sola en cuanto se recibe el pago.'),
    ],
    link: { button: t('Pagar y reactivar'), href: `${own}/plan` },
  }),

  'billing.restored': ({ storeName }, _panel, own) => ({
    subject: t('{storeName} funciona de nuevo', { storeName }),
    lines: [
      t(
        '{storeName} está activa otra vez: se muestra, recibe pedidos y sus claves de API responden. No hay que hacer nada más.',
        { storeName },
      ),
    ],
    link: { button: t('Abrir el panel'), href: own },
  }),

  'domain.lost': ({ storeName, domain }, _panel, own) => ({
    subject: t('{domain} ya no abre {storeName}', { domain, storeName }),
    lines: [
      joined(
        [
          t('Otra tienda demostró que {domain} es suyo, después de que lo hiciera {storeName}.', {
            domain,
            storeName,
          }),
          t('Desde ahora el dominio es de ella; {storeName} se abre en su dirección de siempre.', {
            storeName,
          }),
        ],
        ' ',
      ),
      t('Si no lo esperabas, revisa quién puede cambiar los registros del dominio donde lo compraste.'),
    ],
    link: { button: t('Ver qué pasó'), href: `${own}/conexiones/custom_domain` },
  }),

  'domain.grace': ({ storeName, domain, until }, _panel, own) => ({
    subject: t('{domain} abre {storeName} hasta el {day}', { domain, storeName, day: dayOf(until) }),
    lines: [
      joined(
        [
          t('El plan de {storeName} ya no incluye un dominio propio.', { storeName }),
          t('{domain} la abre todavía hasta el {day}.', { domain, day: dayOf(until) }),
          t(
            'Después lleva a quien entra a la dirección de la tienda aquí, y no hace falta que cambies nada.',
          ),
        ],
        ' ',
      ),
      t('Con un plan de pago se queda como está.'),
    ],
    link: { button: t('Ver los planes'), href: `${own}/plan` },
  }),

  'domain.grace_ends': ({ storeName, domain, until }, _panel, own) => ({
    subject: t('En una semana {domain} deja de abrir {storeName}', { domain, storeName }),
    lines: [
      t(
        'Desde el {day}, {domain} lleva a quien entra a la dirección de {storeName} aquí, porque su plan no incluye un dominio propio.',
        { day: dayOf(until), domain, storeName },
      ),
      t('Con un plan de pago se queda como está.'),
    ],
    link: { button: t('Ver los planes'), href: `${own}/plan` },
  }),

  'webhook.disabled': ({ storeName, host, reason }, _panel, own) => ({
    subject: t('Un webhook de {storeName} quedó desactivado', { storeName }),
    lines: [
      t('El webhook de {storeName} hacia {host} quedó desactivado. {reason}.', {
        storeName,
        host,
        reason: known(reasons, reason),
      }),
      t(
        'Guardamos por 30 días los avisos que no recibió. Cuando lo actives de nuevo, los enviaremos en orden.',
      ),
    ],
    link: { button: t('Revisar el webhook'), href: `${own}/webhooks` },
  }),
}

const roles = { ADMIN: t('administrar la tienda'), STAFF: t('atender sus productos y pedidos') }

const capped = bySpanish(
  t('productos'),
  t('categorías'),
  t('descuentos activos'),
  t('opciones de envío'),
  t('personas en el equipo'),
  t('claves de API'),
  t('fotos'),
  t('MB de fotos'),
)
const reasons = bySpanish(
  t('Lleva 5 días sin aceptar ninguna entrega'),
  t('Respondió que ya no existe (410)'),
)

const dayFormat = instantFormat({ dateStyle: 'long' })
const dayOf = (until: string): Wording => (Number.isNaN(Date.parse(until)) ? until : dayFormat(until, 'UTC'))
