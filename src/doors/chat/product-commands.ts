import { joined, t } from '../../core/texts/text.ts'
import { formatAmount } from '../../core/values/money.ts'
import { fold } from '../../core/values/text.ts'
import { formEtagWithoutStock, type ProductRow } from '../../features/products/product.ts'
import { exampleOf, ownerCommands } from '../../features/whatsapp/owner-commands.ts'
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
  return askWhich(command, t('¿De qué producto hay {number}?', { number }), products)
}

/** `stock NOMBRE`: tells how many are left; with a number that no name has, what `hay` does. */
export async function tellStock(command: Command): Promise<Reply> {
  const { rest, tx, store } = command
  const words = rest.split(' ')
  const isCount = words.length > 1 && parseCount(words.at(-1)!) !== null
  if (isCount && (await findByName(tx, store.id, rest)).match !== 'exact') return inStock(command)
  return withProduct(command, rest, (product) =>
    tell({ text: t('*{product}*: {stock}.', { product: product.name, stock: stockText(product) }) }),
  )
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
          { title: product.name, description: t('Sin contar existencias') },
        ),
      ),
    ...counted.map((product) =>
      choiceRow(command, { productId: product.id }, { title: product.name, description: countText(number) }),
    ),
  ]
  return tell({
    text: t('«{written}» puede ser la cantidad, o parte del nombre. ¿Qué quieres decir?', { written }),
    list: { label: t('Elegir'), rows },
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
    return reject({
      text: t('*{product}* tiene muchas variantes: cámbialas en el panel.', { product: product.name }),
    })
  const rows = variants.map(({ id, name, stock }) =>
    choiceRow(
      command,
      { productId: product.id, variantId: id },
      { title: name, description: countText(stock) },
    ),
  )
  return tell({
    text: t('¿De cuál variante de *{product}* hay {number}?', { product: product.name, number }),
    list: { label: t('Elegir variante'), rows },
  })
}

function proposeStock(command: Command, product: ProductRow, stock: number | null, only?: string): Reply {
  const variants = activeVariants(product)
  const isMeant = ({ id }: { id: string }) => only === undefined || id === only
  const meant = variants.filter(isMeant)
  const name = only === undefined ? product.name : `${product.name}, ${meant[0]!.name}`
  if (meant.length === 0)
    return reject({ text: t('*{product}* no tiene variantes activas.', { product: name }) })
  if (meant.every((variant) => variant.stock === stock))
    return tell({ text: t('*{product}* ya está así: {stock}.', { product: name, stock: countText(stock) }) })
  const body = {
    variants: variants.map((variant) => ({ id: variant.id, ...(isMeant(variant) && { stock }) })),
  }
  const now = only === undefined ? stockText(product) : countText(meant[0]!.stock)
  const then = countText(stock)
  return propose(
    command,
    t('*{product}* quedará así: {stock}.\nAhora: {now}.', { product: name, stock: then, now }),
    {
      operation: 'updateProduct',
      input: { id: product.id, body, ifMatch: formEtagWithoutStock(product) },
      done: t('Listo. *{product}*: {stock}.', { product: name, stock: then }),
    },
  )
}

const priceCommand = ownerCommands.find(({ id }) => id === 'price')!

export async function setPrice(command: Command): Promise<Reply> {
  const { rest, store } = command
  const { name, price } = readPriceAtEnd(rest, store.currency)
  if (!name || 'message' in price) {
    const unread =
      'message' in price && price.reason === 'invalid'
        ? t('No entendí el precio: {why}.', { why: price.message })
        : t('No entendí el precio.')
    const example = exampleOf(priceCommand, {
      name: name || t('NOMBRE'),
      price: formatAmount(12.5, store.currency),
    })
    return reject({
      text: joined([unread, t('Escríbelo al final, por ejemplo: *{example}*', { example })], ' '),
    })
  }
  return withProduct(command, name, (product) => proposePrice(command, product, price.value))
}

function proposePrice(command: Command, product: ProductRow, price: number): Reply {
  const { currency } = command.store
  const [name, written] = [product.name, formatAmount(price, currency)]
  if (product.price === price)
    return tell({ text: t('*{product}* ya cuesta {price}.', { product: name, price: written }) })
  const own = activeVariants(product).filter((variant) => variant.price !== null)
  const variants = own.map((variant) => variant.name).join(', ')
  const shown = [
    t('*{product}* costará {price}.\nAhora: {now}.', {
      product: name,
      price: written,
      now: formatAmount(product.price, currency),
    }),
    ...(variants ? [t('Las variantes con precio propio no cambian: {variants}.', { variants })] : []),
  ]
  return propose(command, joined(shown, '\n'), {
    operation: 'updateProduct',
    input: { id: product.id, body: { price }, ifMatch: formEtagWithoutStock(product) },
    done: t('Listo. *{product}* cuesta {price}.', { product: name, price: written }),
  })
}
