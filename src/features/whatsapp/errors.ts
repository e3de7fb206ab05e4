import { defaultLanguage } from '../../core/texts/language.ts'
import { internalError } from '../../core/outbox/delivery.ts'
import { t, type Localized } from '../../core/texts/text.ts'

/** Why WhatsApp rejected or did not deliver a message, in Spanish sentences for the owner. */
type MessageError = { isTransient: boolean; reason: string }

const number = t(
  'El número de la tienda no recibe el aviso: revisa en Ajustes que sea correcto, que su WhatsApp esté al día y no bloquee al servicio',
)
const notWrittenBefore = t(
  'WhatsApp no permite escribir a un número que no ha escrito antes: envía un mensaje al servicio desde el WhatsApp de la tienda',
)
const stopped = t(
  'El número de la tienda dejó de aceptar mensajes del servicio: en el chat del servicio, toca su nombre y vuelve a permitirlos',
)
const template = t(
  'La plantilla del aviso no está disponible en WhatsApp: avisa al soporte del servicio y revisa mientras tanto los pedidos en el panel',
)
const account = t(
  'La cuenta de WhatsApp del servicio no puede enviar avisos por ahora: avisa al soporte y revisa mientras tanto los pedidos en el panel',
)
const busy = t('WhatsApp está saturado')
const down = t('WhatsApp no responde')
const ownerOptedOut = t(
  'El número de WhatsApp de la tienda pidió con «baja» no recibir mensajes: escribe «alta» al número del servicio para recibir los avisos',
)
const customerOptedOut = t(
  'Quien compra pidió con «baja» no recibir mensajes del servicio: si hace falta, escríbele tú desde el pedido',
)
const noResponse = t(
  'WhatsApp no respondió durante más de un día: revisa el pedido en el panel y escribe tú a quien lo hizo',
)
const dropped = t('Quien opera el servicio descartó el aviso')
/** Why a message of these kinds was not delivered: the other reasons are about the number of an owner. */
const undeliveredTo = {
  customer: t('WhatsApp no pudo avisar a quien compró: escríbele tú desde el pedido'),
  restock: t('WhatsApp no pudo avisar a quien esperaba el producto'),
  answer: t('WhatsApp no pudo entregar la respuesta'),
}
const rejected = (code: string) => t('WhatsApp rechazó el aviso (código {code}): avisa al soporte', { code })
const notDelivered = (code: string) =>
  t('WhatsApp no pudo entregar el aviso (código {code}): revisa el pedido en el panel', { code })
const notDeliveredAtAll = t('WhatsApp no pudo entregar el aviso: revisa el pedido en el panel')

/** Reasons are stored in Spanish, as the API has them. */
export const stored = (reason: Localized) => reason.in(defaultLanguage)

export const OWNER_OPTED_OUT = stored(ownerOptedOut)
export const CUSTOMER_OPTED_OUT = stored(customerOptedOut)
export const NO_RESPONSE = stored(noResponse)
export const DROPPED = stored(dropped)
export const undelivered = {
  customer: stored(undeliveredTo.customer),
  restock: stored(undeliveredTo.restock),
  answer: stored(undeliveredTo.answer),
}

const permanent: [reason: Localized, codes: number[]][] = [
  [number, [131_021, 131_026, 131_030, 131_062, 130_472, 130_497, 131_049, 133_010]],
  [stopped, [131_050]],
  [notWrittenBefore, [131_047]],
  [
    template,
    [
      100, 131_008, 131_009, 131_051, 132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016, 132_018,
      132_068, 132_069,
    ],
  ],
  [account, [0, 3, 10, 33, 190, 368, 131_005, 131_031, 131_037, 131_042, 131_045]],
]
const transient: [reason: Localized, codes: number[]][] = [
  [busy, [4, 80_007, 130_429, 131_048, 131_056, 133_016]],
  [down, [1, 2, 131_000, 131_016, 131_057]],
]

const byCode = new Map<number, MessageError>()
for (const [reason, codes] of permanent)
  for (const code of codes) byCode.set(code, { isTransient: false, reason: stored(reason) })
for (const [reason, codes] of transient)
  for (const code of codes) byCode.set(code, { isTransient: true, reason: stored(reason) })

/** The error code for too many messages to one number: only that recipient has to wait. */
export const PAIR_RATE_LIMIT = 131_056

export function messageErrorOf(code: number | null, status: number | null): MessageError {
  const known = code === null ? undefined : byCode.get(code)
  if (known) return known
  if (code !== null && code >= 200 && code < 300) return { isTransient: false, reason: stored(account) } // permissions
  if (status === 429) return { isTransient: true, reason: stored(busy) }
  if (status === null || status < 400 || status === 408 || status >= 500) {
    return { isTransient: true, reason: stored(down) }
  }
  if (status === 401 || status === 403) return { isTransient: false, reason: stored(account) }
  return {
    isTransient: false,
    reason: stored(rejected(String(code ?? status))),
  }
}

export function undeliveredReason(code: number | null): string {
  const known = code === null ? undefined : byCode.get(code)
  if (known && !known.isTransient) return known.reason
  return stored(code === null ? notDeliveredAtAll : notDelivered(String(code)))
}

export const errorReasons: Localized[] = [
  ...[...permanent, ...transient].map(([reason]) => reason),
  ownerOptedOut,
  customerOptedOut,
  noResponse,
  dropped,
  internalError,
  notDeliveredAtAll,
  ...Object.values(undeliveredTo),
]
export const reasonsOfCode = (code: string): Localized[] => [rejected(code), notDelivered(code)]
