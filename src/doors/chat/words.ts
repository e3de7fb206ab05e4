import type { Language } from '../../core/texts/language.ts'
import { fold } from '../../core/values/text.ts'
import { ownerCommands, type OwnerCommand } from '../../features/whatsapp/owner-commands.ts'
import type { OrderStep } from '../../features/whatsapp/buttons.ts'

/** Words in each language; all of them are understood in every one. */
export type Words = Record<Language, readonly string[]>

/** What a message says that is only one of these. */
export const answers = {
  yes: { es: ['sí', 'aplicar', 'aplica'], pt: ['sim', 'aplicar', 'aplica'], en: ['yes', 'apply'] },
  no: { es: ['no'], pt: ['não'], en: ['no'] },
  thanks: {
    es: ['gracias', 'muchas gracias', 'mil gracias'],
    pt: ['obrigado', 'obrigada', 'muito obrigado', 'muito obrigada', 'valeu'],
    en: ['thanks', 'thank you', 'many thanks'],
  },
  fine: {
    es: ['ok', 'okey', 'vale', 'listo', 'bueno', 'perfecto', 'entendido'],
    pt: ['ok', 'beleza', 'pronto', 'certo', 'tá bom', 'perfeito', 'entendido', 'combinado'],
    en: ['ok', 'okay', 'great', 'perfect', 'got it'],
  },
} as const satisfies Record<string, Words>

type Answer = keyof typeof answers

/** What stands before an order's number. */
export const orderWords = {
  confirm: {
    es: ['confirmar', 'confirma', 'confirmo', 'confirmado'],
    pt: ['confirmar', 'confirma', 'confirmo', 'confirmado'],
    en: ['confirm', 'confirmed'],
  },
  ship: {
    es: ['enviar', 'envía', 'envío', 'enviado', 'listo'],
    pt: ['enviar', 'envia', 'envio', 'enviado', 'pronto'],
    en: ['ship', 'shipped', 'send', 'sent', 'ready'],
  },
  deliver: {
    es: ['entregar', 'entrega', 'entregado'],
    pt: ['entregar', 'entrega', 'entregue'],
    en: ['deliver', 'delivered'],
  },
  reject: {
    es: ['cancelar', 'cancela', 'no puedo'],
    pt: ['cancelar', 'cancela', 'não posso', 'não consigo'],
    en: ['cancel', 'cannot', 'can’t'],
  },
} as const satisfies Partial<Record<OrderStep, Words>>

/** Without case, accents and apostrophes. */
export const plain = (text: string): string => fold(text).replaceAll(/['’]/g, '')

function meanings<Meaning>(table: readonly (readonly [Meaning, Words])[]): Map<string, Meaning> {
  const each = table.flatMap(([meaning, words]) =>
    Object.values(words).flatMap((own) => own.map((word) => [plain(word), meaning] as const)),
  )
  return new Map(each)
}

const answerOf = meanings(Object.entries(answers) as [Answer, Words][])
const stepOf = meanings(Object.entries(orderWords) as [OrderStep, Words][])
const commandOf = meanings(ownerCommands.map((command) => [command, command.words]))
const MAX_WORDS = Math.max(...[...commandOf.keys()].map((words) => words.split(' ').length))

export const readAnswer = (text: string): Answer | undefined => answerOf.get(plain(text))

export const readStep = (text: string): OrderStep | undefined => stepOf.get(plain(text))

/** The command that a text begins with, and what follows. Undefined where something follows that has no place, or where it is missing. */
export function readCommand(text: string): { known: OwnerCommand; rest: string } | undefined {
  const words = text.split(/\s+/)
  for (let length = MAX_WORDS; length > 0; length--) {
    const known = commandOf.get(plain(words.slice(0, length).join(' ')))
    const rest = words.slice(length).join(' ')
    if (known && (rest === '') === !('rest' in known)) return { known, rest }
  }
  return undefined
}
