/** Why WhatsApp rejected or did not deliver a message, in Spanish sentences for the owner. */
type MessageError = { isTransient: boolean; reason: string }

const number =
  'El número de WhatsApp de la tienda no puede recibir el aviso: revisa en Ajustes que sea correcto, ' +
  'que tenga WhatsApp actualizado y que no haya bloqueado al servicio'
const notWrittenBefore =
  'WhatsApp no permite escribir a este número si no ha escrito antes: envía un mensaje al número del ' +
  'servicio desde el WhatsApp de la tienda'
const stopped =
  'El número de WhatsApp de la tienda dejó de aceptar mensajes del servicio: en el chat del servicio, toca su nombre y ' +
  'vuelve a permitirlos'
const template =
  'La plantilla del aviso no está disponible en WhatsApp: avisa al soporte del servicio y revisa mientras tanto los pedidos en el panel'
const account =
  'La cuenta de WhatsApp del servicio no puede enviar avisos por ahora: avisa al soporte y revisa mientras tanto los pedidos en el panel'
const busy = 'WhatsApp está saturado'
const down = 'WhatsApp no responde'
export const OWNER_OPTED_OUT =
  'El número de WhatsApp de la tienda pidió con «baja» no recibir mensajes: escribe «alta» al número del ' +
  'servicio para recibir los avisos'
export const CUSTOMER_OPTED_OUT =
  'Quien compra pidió con «baja» no recibir mensajes del servicio: si hace falta, escríbele tú desde el pedido'
/** Why a message of these kinds was not delivered: the other reasons are about the number of an owner. */
export const undelivered = {
  customer: 'WhatsApp no pudo avisar a quien compró: escríbele tú desde el pedido',
  restock: 'WhatsApp no pudo avisar a quien esperaba el producto',
  answer: 'WhatsApp no pudo entregar la respuesta',
}
export const NO_RESPONSE =
  'WhatsApp no respondió durante más de un día: revisa el pedido en el panel y escribe tú a quien lo hizo'

const permanent: [reason: string, codes: number[]][] = [
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
const transient: [reason: string, codes: number[]][] = [
  [busy, [4, 80_007, 130_429, 131_048, 131_056, 133_016]],
  [down, [1, 2, 131_000, 131_016, 131_057]],
]

const byCode = new Map<number, MessageError>()
for (const [reason, codes] of permanent)
  for (const code of codes) byCode.set(code, { isTransient: false, reason })
for (const [reason, codes] of transient)
  for (const code of codes) byCode.set(code, { isTransient: true, reason })

/** The error code for too many messages to one number: only that recipient has to wait. */
export const PAIR_RATE_LIMIT = 131_056

/** The meaning of an error code of the Cloud API, or of the HTTP status where the code is unknown. */
export function messageErrorOf(code: number | null, status: number | null): MessageError {
  const known = code === null ? undefined : byCode.get(code)
  if (known) return known
  if (code !== null && code >= 200 && code < 300) return { isTransient: false, reason: account } // permissions
  if (status === 429) return { isTransient: true, reason: busy }
  if (status === null || status < 400 || status === 408 || status >= 500) {
    return { isTransient: true, reason: down }
  }
  if (status === 401 || status === 403) return { isTransient: false, reason: account }
  return {
    isTransient: false,
    reason: `WhatsApp rechazó el aviso (código ${code ?? status}): avisa al soporte`,
  }
}

/** The reason for a message that was accepted and then not delivered. */
export function undeliveredReason(code: number | null): string {
  const known = code === null ? undefined : byCode.get(code)
  if (known && !known.isTransient) return known.reason
  return `WhatsApp no pudo entregar el aviso${code === null ? '' : ` (código ${code})`}: revisa el pedido en el panel`
}
