import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from 'typebox'
import { isId } from '../../core/values/id.ts'
import {
  deleteCart,
  findCart,
  keepCart,
  replaceLines,
  type KeptCart,
} from '../../features/carts/kept-carts.ts'
import { MAX_LINES, MAX_QUANTITY } from '../../features/orders/order.ts'
import { NoResult, ucpOperation, type Caller } from './operation.ts'
import { priceLines, showCart, type AskedLine } from './cart.ts'
import { hints } from './request.ts'

const Body = Type.Object({
  line_items: Type.Array(
    Type.Object({
      item: Type.Object({ id: Type.String({ description: 'El id de una variante: `variants[].id`' }) }),
      quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
    }),
    { maxItems: MAX_LINES, description: 'Todas las líneas del carrito' },
  ),
  buyer: Type.Optional(Type.Object({})),
  ...hints,
})
type Body = Static<typeof Body>

const cartOf = { capability: 'dev.ucp.shopping.cart', argument: 'cart', body: Body, isRead: false } as const

const createCart = ucpOperation<Body>({
  ...cartOf,
  tool: 'create_cart',
  rest: 'POST /carts',
  title: 'Llenar un carrito',
  description:
    'Un carrito con variantes y cantidades, con lo que cuesta. Su `continue_url` abre el carrito en la página de la tienda, donde la ' +
    'persona hace el pedido.',
  status: 201,
  async run(caller) {
    const { sql, shop, body, idempotencyKey: key } = caller
    const priced = await priceLines(caller, askedLines(body))
    const cart = existing(await keepCart(sql, shop, priced.kept, { key, body }))
    // A repeat shows what became of the cart since.
    return isDeepStrictEqual(cart.lines, priced.kept)
      ? showCart(caller, cart, priced)
      : showKept(caller, cart)
  },
})

const getCart = ucpOperation({
  tool: 'get_cart',
  rest: 'GET /carts/:id',
  capability: cartOf.capability,
  title: 'Ver un carrito',
  description: 'Un carrito a los precios de ahora.',
  isRead: true,
  async run(caller) {
    return showKept(caller, existing(await findKept(caller)))
  },
})

const updateCart = ucpOperation<Body>({
  ...cartOf,
  tool: 'update_cart',
  rest: 'PUT /carts/:id',
  title: 'Cambiar un carrito',
  description: 'El carrito con estas líneas en lugar de las que tenía.',
  async run(caller) {
    const { sql, shop, body } = caller
    const { id } = existing(await findKept(caller))
    const priced = await priceLines(caller, askedLines(body))
    return showCart(caller, existing(await replaceLines(sql, shop.id, id, priced.kept)), priced)
  },
})

const cancelCart = ucpOperation({
  tool: 'cancel_cart',
  rest: 'POST /carts/:id/cancel',
  capability: cartOf.capability,
  title: 'Borrar un carrito',
  description: 'El carrito como era. Después ya no existe.',
  isRead: false,
  async run(caller) {
    const { sql, shop } = caller
    const cart = existing(await findKept(caller))
    const shown = await showKept(caller, cart)
    await deleteCart(sql, shop.id, cart.id)
    return shown
  },
})

export const carts = [createCart, getCart, updateCart, cancelCart]

const askedLines = ({ line_items: items }: Body): AskedLine[] =>
  items.map(({ item, quantity }, place) => ({ variantId: item.id, quantity, place }))

const findKept = async ({ sql, shop, id }: Pick<Caller, 'sql' | 'shop'> & { id: string }) =>
  isId(id) ? findCart(sql, shop.id, id) : undefined

async function showKept(caller: Caller, cart: KeptCart) {
  const lines = cart.lines.map((line, place) => ({ ...line, place }))
  return showCart(caller, cart, await priceLines(caller, lines))
}

/** @throws `not_found` of a cart that is another shop's, expired or cancelled */
function existing(cart: KeptCart | undefined): KeptCart {
  if (cart) return cart
  throw new NoResult({
    type: 'error',
    code: 'not_found',
    content: 'Ese carrito no existe, venció o se canceló: haz otro',
    severity: 'unrecoverable',
  })
}
