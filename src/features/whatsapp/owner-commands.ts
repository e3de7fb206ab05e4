import type { Caller } from '../../core/auth/caller.ts'
import type { Sql } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'
import { Formatted, joined, t, wordingIn, type Localized, type Wording } from '../../core/texts/text.ts'
import { formatAmount } from '../../core/values/money.ts'

/** What an owner begins a message with, without case and accents. The first of each language is the one that help shows. */
type Words = Record<Language, readonly [string, ...string[]]>

/** What follows the words of a command: how it is shown in its example. */
type Rest = (product: Example) => Wording
type Example = { name: Wording; price: string }

/** Everything that an owner can write, and what it does. */
export const ownerCommands = [
  {
    id: 'today',
    words: { es: ['hoy'], pt: ['hoje'], en: ['today'] },
    says: t('cómo va el día'),
  },
  {
    id: 'orders',
    words: { es: ['pedidos'], pt: ['pedidos'], en: ['orders'] },
    says: t('los que esperan'),
  },
  {
    id: 'confirm',
    words: {
      es: ['confirmar', 'confirma', 'confirmo'],
      pt: ['confirmar', 'confirma', 'confirmo'],
      en: ['confirm'],
    },
    says: t('elegir un pedido y confirmarlo; o con su número: confirmar PED-…'),
  },
  {
    id: 'report',
    words: { es: ['reporte', 'informe'], pt: ['relatório'], en: ['report'] },
    says: t('las ventas de 7 días'),
    needs: 'stats:read',
  },
  {
    id: 'pause',
    words: { es: ['pausa', 'pausar'], pt: ['pausa', 'pausar'], en: ['pause'] },
    rest: () => '2h',
    says: t('cerrar un rato'),
    needs: 'store:write',
  },
  {
    id: 'closeUntil',
    words: {
      es: ['cerrado hasta', 'cerrada hasta', 'cerrar hasta', 'cerramos hasta'],
      pt: ['fechado até', 'fechada até', 'fechar até', 'fechamos até'],
      en: ['closed until', 'closed till', 'close until', 'close till'],
    },
    rest: () => t('mañana 9'),
    says: t('cerrar hasta entonces'),
    needs: 'store:write',
  },
  {
    id: 'open',
    words: {
      es: ['abierto', 'abierta', 'abrir'],
      pt: ['aberto', 'aberta', 'abrir'],
      en: ['open'],
    },
    says: t('volver a abrir'),
    needs: 'store:write',
  },
  {
    id: 'soldOut',
    words: {
      es: ['agotado', 'agotada', 'agotados', 'agotadas'],
      pt: ['esgotado', 'esgotada', 'esgotados', 'esgotadas'],
      en: ['sold out', 'out of stock'],
    },
    rest: ({ name }) => name,
    says: t('sin stock'),
  },
  {
    id: 'stock',
    words: { es: ['stock', 'existencias'], pt: ['estoque'], en: ['stock'] },
    rest: ({ name }) => name,
    says: t('cuántos quedan'),
  },
  {
    id: 'inStock',
    words: { es: ['hay'], pt: ['tem'], en: ['in stock'] },
    rest: ({ name }) => joined([name, '12'], ' '),
    says: t('quedan 12; sin el número, sin llevar la cuenta'),
  },
  {
    id: 'price',
    words: { es: ['precio'], pt: ['preço'], en: ['price'] },
    rest: ({ name, price }) => joined([name, price], ' '),
    says: t('cambiar el precio'),
  },
  {
    id: 'undo',
    words: { es: ['deshacer'], pt: ['desfazer'], en: ['undo'] },
    says: t('dejar como estaba lo último que cambiaste'),
    needs: 'store:write',
  },
  {
    id: 'help',
    words: { es: ['ayuda'], pt: ['ajuda'], en: ['help'] },
    says: t('esta lista'),
  },
] as const satisfies readonly { id: string; words: Words; rest?: Rest; says: Localized; needs?: string }[]

export type OwnerCommand = (typeof ownerCommands)[number]

export const commandsFor = ({ key: { scopes } }: Caller): OwnerCommand[] =>
  ownerCommands.filter((command) => !('needs' in command) || scopes.includes(command.needs))

/** `precio NOMBRE N`, in the words of the reader's language. */
export const exampleOf = (command: OwnerCommand, product: Example): Localized =>
  new Formatted((language) => {
    const [words] = command.words[language]
    return 'rest' in command ? `${words} ${wordingIn(command.rest(product), language)}` : words
  })

export async function commandExamples(
  sql: Sql,
  store: { id: string; currency: string },
  commands: readonly OwnerCommand[],
) {
  const [product] = await sql<{ name: string; price: number }[]>`
    select name, price
    from products
    where store_id = ${store.id} and deleted_at is null and is_active
    order by created_at desc, id desc
    limit 1`
  const example = {
    name: product ? shorten(product.name) : t('NOMBRE'),
    price: formatAmount(product?.price ?? 100, store.currency),
  }
  return commands.map((command) => ({ text: exampleOf(command, example), says: command.says }))
}

/** The words of a name that fit in 40 characters. */
function shorten(name: string): string {
  const start = name.slice(0, 40)
  const end = start.lastIndexOf(' ')
  return name.length > 40 && end > 0 ? start.slice(0, end) : start
}
