import { sentence } from '../../core/values/text.ts'
import { dayAndTime } from '../../features/hours/format.ts'
import { isOpen, nextOpening } from '../../features/hours/hours.ts'
import { getStore } from '../../features/stores/get.ts'
import { reject, tell, type Reply } from './conversation.ts'
import type { Command } from './choose-product.ts'
import { propose } from './proposals.ts'
import { parseDuration, parseInstant } from './times.ts'

const MINUTE = 60_000

/** `pausa 2h`: closed for so long, for orders too. */
export async function pause(command: Command): Promise<Reply> {
  const duration = parseDuration(command.rest)
  if (duration === null)
    return reject({
      text: 'No entendí por cuánto tiempo. Por ejemplo: *pausa 2h*, o *pausa 30 min*; una semana como máximo.',
    })
  const until = Date.parse(command.message.sentAt) + duration
  return proposeClosing(command, Math.ceil(until / MINUTE) * MINUTE)
}

/** `cerrado hasta mañana 9`: closed until then, for orders too. */
export async function closeUntil(command: Command): Promise<Reply> {
  const until = parseInstant(command.rest, Date.parse(command.message.sentAt), command.store.timeZone)
  if (until === null)
    return reject({
      text: 'No entendí hasta cuándo. Por ejemplo: *cerrado hasta mañana 9*, o *cerrado hasta lunes 8:30*.',
    })
  return proposeClosing(command, until)
}

function proposeClosing(command: Command, until: number): Reply {
  const closedUntil = new Date(until).toISOString()
  const when = dayAndTime(closedUntil, command.store.timeZone).in('es')
  return propose(
    command,
    `${sentence(`*${command.store.name}* cerrará hasta el ${when}`)} Mientras tanto no tomará pedidos.`,
    {
      operation: 'updateStore',
      input: { body: { closedUntil, closedForOrders: true } },
      done: `Listo. ${sentence(`*${command.store.name}* está cerrada hasta el ${when}`)} Para abrir antes, escribe *abierto*.`,
    },
  )
}

/** `abierto`: ends the closing; the opening hours stay as they are. */
export async function open(command: Command): Promise<Reply> {
  const { data: store } = await command.performIn(getStore, {})
  const now = Date.parse(command.message.sentAt)
  const opening = nextOpening({ ...store, closedUntil: null }, now)
  const isOpenThen = isOpen({ ...store, closedUntil: null }, now)
  const byHours = isOpenThen
    ? ''
    : opening === null
      ? ''
      : sentence(
          ` Por su horario abre el ${dayAndTime(new Date(opening).toISOString(), store.timeZone).in('es')}`,
        )
  if (store.closedUntil === null || Date.parse(store.closedUntil) <= now)
    return tell({
      text: isOpenThen ? `*${store.name}* ya está abierta.` : `*${store.name}* no está en pausa.${byHours}`,
    })
  return propose(
    command,
    sentence(
      `*${store.name}* volverá a abrir: ya no estará cerrada hasta el ${dayAndTime(store.closedUntil, store.timeZone).in('es')}`,
    ) + byHours,
    {
      operation: 'updateStore',
      input: { body: { closedUntil: null } },
      done: `Listo. *${store.name}* ${isOpenThen ? 'está abierta.' : `ya no está en pausa.${byHours}`}`,
    },
  )
}
