import { storeButton } from '../../features/whatsapp/buttons.ts'
import { commandExamples, commandsFor } from '../../features/whatsapp/owner-commands.ts'
import type { Command } from './choose-product.ts'
import { joined, t } from '../../core/texts/text.ts'
import { tell, type Reply } from './conversation.ts'

/** The commands with one of her own products in the examples; of an owner of several stores, which one it is about. */
export async function help(command: Omit<Command, 'choice' | 'rest'>): Promise<Reply> {
  const { tx, store, stores, textOf, caller } = command
  const lines = (await commandExamples(tx, store, commandsFor(caller))).map(({ text, says }) =>
    joined([joined(['*', text, '*'], ''), says], ': '),
  )
  const text = joined(
    [t('Puedes escribirme esto sobre *{store}*:', { store: store.name }), '', ...lines],
    '\n',
  )
  if (stores.length === 1) return tell({ text })
  const others = stores.map(({ id, name: title }) => ({ id: storeButton(Number(textOf), id), title }))
  return tell({ text, list: { label: t('Cambiar de tienda'), rows: others } })
}
