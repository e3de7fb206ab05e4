import { chooseButton } from '../../features/whatsapp/buttons.ts'
import { findProductIfAny } from '../../features/products/get.ts'
import type { ProductRow } from '../../features/products/product.ts'
import type { Row } from '../../features/whatsapp/session-message.ts'
import { t, type Wording } from '../../core/texts/text.ts'
import { reject, tell, type OwnerConversation, type Reply } from './conversation.ts'
import { findByName } from './find-product.ts'
import { stockText } from './product-text.ts'

/** A command with the row of the list that was tapped after it, where one was. */
export type Command = OwnerConversation & { rest: string; choice: Choice | null; textOf: number | string }

/** The product that was chosen, with the variant where that was a choice too, or that its stock is not to be counted. */
export type Choice = { productId: string; variantId: string | null; isUncounted: boolean }

const UNCOUNTED = '*'

export function parseChoice(text: string): Choice {
  const [productId = '', variantId, stock] = text.split('.')
  return { productId, variantId: variantId || null, isUncounted: stock === UNCOUNTED }
}

export const choiceRow = (
  { textOf }: Command,
  { productId, variantId, isUncounted }: Partial<Choice> & { productId: string },
  shown: Omit<Row, 'id'>,
): Row => ({
  ...shown,
  id: chooseButton(textOf, [productId, variantId ?? '', isUncounted ? UNCOUNTED : ''].join('.')),
})

/** Runs `work` with the product that a name means; where several are meant, or none, they are listed to choose from. */
export async function withProduct(
  command: Command,
  name: string,
  work: (product: ProductRow) => Reply | Promise<Reply>,
): Promise<Reply> {
  const { tx, store, choice } = command
  if (choice) {
    const product = await findProductIfAny(tx, store.id, choice.productId)
    return product ? work(product) : reject({ text: t('Ese producto ya no está.') })
  }
  const found = await findByName(tx, store.id, name)
  if (found.match === 'exact') return work(found.products[0]!)
  if (found.match === 'none')
    return reject({ text: t('No encontré «{name}» entre tus productos.', { name }) })
  const isNear = found.match === 'near'
  const question = isNear
    ? t('No encontré «{name}». ¿Quisiste decir…?', { name })
    : t('¿Cuál de estos es «{name}»?', { name })
  return askWhich(command, question, found.products)
}

export function askWhich(command: Command, text: Wording, products: ProductRow[]): Reply {
  if (products.length === 0) return reject({ text: t('Todavía no tienes productos.') })
  const rows = products.map((product) =>
    choiceRow(command, { productId: product.id }, { title: product.name, description: stockText(product) }),
  )
  return tell({ text, list: { label: t('Elegir producto'), rows } })
}
