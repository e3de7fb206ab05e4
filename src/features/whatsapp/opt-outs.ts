import type { Sql, Tx } from '../../core/database/db.ts'
import { joined, t, type Wording } from '../../core/texts/text.ts'
import { phoneForms, phoneKey } from '../../core/values/phone.ts'
import type { Message } from './message.ts'

/** Whether a sender wants no messages of the service but replies to their own: see `changeOptOut`. */
export async function hasOptedOut(sql: Sql, phone: string): Promise<boolean> {
  const [optOut] = await sql`select 1 from whatsapp_opt_outs where phone = ${phoneKey(phone)}`
  return optOut !== undefined
}

/** All of them are understood in every language; the texts below name the first ones. */
export const optOutWords = {
  out: { es: ['baja'], pt: ['sair', 'parar'], en: ['stop'] },
  in: { es: ['alta'], pt: ['voltar'], en: ['start'] },
} as const

const OPT_OUT = new Set<string>(Object.values(optOutWords.out).flat())
const OPT_IN = new Set<string>(Object.values(optOutWords.in).flat())

/** What a message that is only one of these words wants; null if it is another message. */
export function readOptOut(text: string): 'out' | 'in' | null {
  const word = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .trim()
  return OPT_OUT.has(word) ? 'out' : OPT_IN.has(word) ? 'in' : null
}

export const isOptOut = ({ kind, text }: Pick<Message, 'kind' | 'text'>): boolean =>
  kind === 'text' && readOptOut(text) === 'out'

/** @returns the reply to that person, empty where nothing changed; null if it is none of these words alone */
export async function changeOptOut(tx: Tx, phone: string, text: string): Promise<Wording | null> {
  const wanted = readOptOut(text)
  if (wanted === null) return null
  if (wanted === 'in') {
    const { count } = await tx`delete from whatsapp_opt_outs where phone = ${phoneKey(phone)}`
    return count === 0 ? '' : OPTED_IN
  }
  const { count } = await tx`
    insert into whatsapp_opt_outs (phone) values (${phoneKey(phone)}) on conflict do nothing`
  if (count === 0) return ''
  return (await isOwners(tx, phone)) ? OWNER_OPTED_OUT : OPTED_OUT
}

const BACK = t('Si nos escribes, te respondemos. Para volver a recibirlos, escribe «alta».')
const OPTED_IN = t(
  'Listo: este número recibe otra vez nuestros mensajes. Para dejar de recibirlos, escribe «baja».',
)
const OPTED_OUT = joined([t('Listo: no te enviaremos más mensajes.'), BACK], ' ')
const OWNER_OPTED_OUT = joined(
  [t('Listo: no te enviaremos más mensajes, tampoco los avisos de tus pedidos: míralos en el panel.'), BACK],
  ' ',
)

async function isOwners(tx: Tx, phone: string): Promise<boolean> {
  const [store] = await tx`
    select 1
    from stores
    where whatsapp_number = any(${phoneForms(phone)}::text[])
    and confirmed_number = whatsapp_number
    and deleted_at is null
    and billing_state = 'active'
    limit 1`
  return store !== undefined
}
