import { joined, t, type Localized } from '../../core/texts/text.ts'
import { dayAndTime } from '../../features/hours/format.ts'
import { isOpen, nextOpening } from '../../features/hours/hours.ts'
import { getStore } from '../../features/stores/get.ts'
import { sentenceOf } from './sentence-of.ts'
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
      text: t(
        'No entendí por cuánto tiempo. Por ejemplo: *pausa 2h*, o *pausa 30 min*; una semana como máximo.',
      ),
    })
  const until = Date.parse(command.message.sentAt) + duration
  return proposeClosing(command, Math.ceil(until / MINUTE) * MINUTE)
}

/** `cerrado hasta mañana 9`: closed until then, for orders too. */
export async function closeUntil(command: Command): Promise<Reply> {
  const { rest, message, store, language } = command
  const until = parseInstant(rest, { now: Date.parse(message.sentAt), zone: store.timeZone, language })
  if (until === null)
    return reject({
      text: t(
        'No entendí hasta cuándo. Por ejemplo: *cerrado hasta mañana 9*, o *cerrado hasta lunes 8:30*.',
      ),
    })
  return proposeClosing(command, until)
}

function proposeClosing(command: Command, until: number): Reply {
  const closedUntil = new Date(until).toISOString()
  const { name: store, timeZone } = command.store
  const when = dayAndTime(closedUntil, timeZone)
  const shown = sentenceOf(t('*{store}* cerrará hasta el {when}', { store, when }))
  const done = sentenceOf(t('Listo. *{store}* está cerrada hasta el {when}', { store, when }))
  return propose(command, joined([shown, t('Mientras tanto no tomará pedidos.')], ' '), {
    operation: 'updateStore',
    input: { body: { closedUntil, closedForOrders: true } },
    done: joined([done, t('Para abrir antes, escribe *abierto*.')], ' '),
  })
}

/** `abierto`: ends the closing; the opening hours stay as they are. */
export async function open(command: Command): Promise<Reply> {
  const { data } = await command.performIn(getStore, {})
  const now = Date.parse(command.message.sentAt)
  const { closedUntil, timeZone, name: store } = data
  const unpaused = { ...data, closedUntil: null }
  const isOpenThen = isOpen(unpaused, now)
  const byHours = isOpenThen ? [] : openingByHours(nextOpening(unpaused, now), timeZone)
  const withHours = (text: Localized) => joined([text, ...byHours], ' ')
  if (closedUntil === null || Date.parse(closedUntil) <= now)
    return tell({
      text: isOpenThen
        ? t('*{store}* ya está abierta.', { store })
        : withHours(t('*{store}* no está en pausa.', { store })),
    })
  const when = dayAndTime(closedUntil, timeZone)
  const shown = t('*{store}* volverá a abrir: ya no estará cerrada hasta el {when}', { store, when })
  return propose(command, withHours(sentenceOf(shown)), {
    operation: 'updateStore',
    input: { body: { closedUntil: null } },
    done: isOpenThen
      ? t('Listo. *{store}* está abierta.', { store })
      : withHours(t('Listo. *{store}* ya no está en pausa.', { store })),
  })
}

const openingByHours = (opening: number | null, timeZone: string): Localized[] =>
  opening === null
    ? []
    : [
        sentenceOf(
          t('Por su horario abre el {when}', { when: dayAndTime(new Date(opening).toISOString(), timeZone) }),
        ),
      ]
