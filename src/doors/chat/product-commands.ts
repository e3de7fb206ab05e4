import { formatAmount } from '../../core/values/money.ts'
import { fold } from '../../core/values/text.ts'
import { formEtagWithoutStock, type ProductRow } from '../../features/products/product.ts'
import { reject, tell, type Reply } from './conversation.ts'
import { parseCount, readPriceAtEnd } from './amounts.ts'
import { askWhich, choiceRow, withProduct, type Command } from './choose-product.ts'
import { findByName, findScarce } from './find-product.ts'
import { activeVariants, countText, stockText } from './product-text.ts'
import { propose } from './proposals.ts'

/** `agotado NOMBRE`: all active variants have none left. */
export const soldOut = (command: Command): Promise<Reply> =>
  withProduct(command, command.rest, (product) => proposeStock(command, product, 0))

/** `hay NOMBRE [N]`: so many are left; without a number they are not counted any more. */
export async function inStock(command: Command): Promise<Reply> {
  const { rest, choice } = command
  const words = rest.split(' ')
  const number = parseCount(words.at(-1)!)
  if (number !== null && words.length === 1) return inStockOf(command, number)
  if (choice?.isUncounted) return withProduct(command, '', (product) => proposeStock(command, product, null))
  if (number === null || words.length === 1)
    return withProduct(command, rest, (product) => proposeStock(command, product, null))
  const name = words.slice(0, -1).join(' ')
  const both = choice ? null : await askWhetherNumberIsName(command, name, number)
  return both ?? withProduct(command, name, (product) => proposeCount(command, product, number))
}

/** `hay 5`: without a name those are offered of which least is left. */
async function inStockOf(command: Command, number: number): Promise<Reply> {
  if (command.choice) return withProduct(command, '', (product) => proposeCount(command, product, number))
  const found = await findByName(command.tx, command.store.id, command.rest)
  const products = found.products.length > 0 ? found.products : await findScarce(command.tx, command.store.id)
  return askWhich(command, `¿De qué producto hay ${number}?`, products)
}

/** `stock NOMBRE`: tells how many are left; with a number that no name has, what `hay` does. */
export async function tellStock(command: Command): Promise<Reply> {
  const { rest, tx, store } = command
  const words = rest.split(' ')
  const isCount = words.length > 1 && parseCount(words.at(-1)!) !== null
  if (isCount && (await findByName(tx, store.id, rest)).match !== 'exact') return inStock(command)
  return withProduct(command, rest, (product) => tell({ text: `*${product.name}*: ${stockText(product)}.` }))
}

/** `hay coca 600`: of a product whose name has the number it may be part of the name. */
async function askWhetherNumberIsName(command: Command, name: string, number: number): Promise<Reply | null> {
  const { tx, store, rest } = command
  const whole = await findByName(tx, store.id, rest)
  const written = fold(rest.split(' ').at(-1)!)
  const named = whole.products.filter((product) =>
    fold(product.name)
      .split(/[^\p{L}\p{N}]+/u)
      .includes(written),
  )
  if (whole.match === 'near' || named.length === 0) return null
  const counted = (await findByName(tx, store.id, name)).products.slice(0, MAX_ROWS - 1)
  const rows = [
    ...named
      .slice(0, MAX_ROWS - counted.length)
      .map((product) =>
        choiceRow(
          command,
          { productId: product.id, isUncounted: true },
          { title: product.name, description: 'Sin contar existencias' },
        ),
      ),
    ...counted.map((product) =>
      choiceRow(command, { productId: product.id }, { title: product.name, description: countText(number) }),
    ),
  ]
  return tell({
    text: `«${written}» puede ser la cantidad, o parte del nombre. ¿Qué quieres decir?`,
    list: { label: 'Elegir', rows },
  })
}

const MAX_ROWS = 10

function proposeCount(command: Command, product: ProductRow, number: number): Reply {
  const { choice } = command
  const variants = activeVariants(product)
  if (variants.length < 2) return proposeStock(command, product, number)
  const chosen = variants.find(({ id }) => id === choice?.variantId)
  if (chosen) return proposeStock(command, product, number, chosen.id)
  if (variants.length > MAX_ROWS)
    return reject({ text: `*${product.name}* tiene muchas variantes: cámbialas en el panel.` })
  const rows = variants.map(({ id, name, stock }) =>
    choiceRow(
      command,
      { productId: product.id, variantId: id },
      { title: name, description: countText(stock) },
    ),
  )
  return tell({
    text: `¿De cuál variante de *${product.name}* hay ${number}?`,
    list: { label: 'Elegir variante', rows },
  })
}

function proposeStock(command: Command, product: ProductRow, stock: number | null, only?: string): Reply {
  const variants = activeVariants(product)
  const isMeant = ({ id }: { id: string }) => only === undefined || id === only
  const meant = variants.filter(isMeant)
  const name = only === undefined ? product.name : `${product.name}, ${meant[0]!.name}`
  if (meant.length === 0) return reject({ text: `*${name}* no tiene variantes activas.` })
  if (meant.every((variant) => variant.stock === stock))
    return tell({ text: `*${name}* ya está así: ${countText(stock)}.` })
  const body = {
    variants: variants.map((variant) => ({ id: variant.id, ...(isMeant(variant) && { stock }) })),
  }
  const now = only === undefined ? stockText(product) : countText(meant[0]!.stock)
  return propose(command, `*${name}* quedará así: ${countText(stock)}.\nAhora: ${now}.`, {
    operation: 'updateProduct',
    input: { id: product.id, body, ifMatch: formEtagWithoutStock(product) },
    done: `Listo. *${name}*: ${countText(stock)}.`,
  })
}

export async function setPrice(command: Command): Promise<Reply> {
  const { rest, store } = command
  const { name, price } = readPriceAtEnd(rest, store.currency)
  if (!name || 'message' in price) {
    const example = formatAmount(12.5, store.currency)
    const why = 'message' in price && price.reason === 'invalid' ? `: ${price.message.in('es')}` : ''
    return reject({
      text: `No entendí el precio${why}. Escríbelo al final, por ejemplo: *precio ${name || 'NOMBRE'} ${example}*`,
    })
  }
  return withProduct(command, name, (product) => proposePrice(command, product, price.value))
}

function proposePrice(command: Command, product: ProductRow, price: number): Reply {
  const { currency } = command.store
  const money = (amount: number) => formatAmount(amount, currency)
  if (product.price === price) return tell({ text: `*${product.name}* ya cuesta ${money(price)}.` })
  const own = activeVariants(product).filter((variant) => variant.price !== null)
  const kept =
    own.length === 0
      ? ''
      : `\nLas variantes con precio propio no cambian: ${own.map(({ name }) => name).join(', ')}.`
  return propose(
    command,
    `*${product.name}* costará ${money(price)}.\nAhora: ${money(product.price)}.${kept}`,
    {
      operation: 'updateProduct',
      input: { id: product.id, body: { price }, ifMatch: formEtagWithoutStock(product) },
      done: `Listo. *${product.name}* cuesta ${money(price)}.`,
    },
  )
}
