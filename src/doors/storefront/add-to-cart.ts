import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { exact } from '../../core/values/money.ts'
import { listOfferedGroups } from '../../features/products/offered-groups.ts'
import { addHref } from '../../features/catalog/address.ts'
import { readCart, readNote, withCart } from './cart.ts'
import { findProductOnSale } from '../../features/catalog/catalog.ts'
import { priceChoices } from '../../features/carts/price-choices.ts'
import { choicesText, refOf } from '../../features/carts/line-choices.ts'
import { readOrderFields, withProblems } from './order-fields.ts'
import { productPage } from './product-page.ts'
import { sendShopPage } from './send-page.ts'
import { visitedShop } from '../../features/catalog/shop.ts'
import { t } from '../../core/texts/text.ts'

type Params = { slug: string; product: string }

/**
 * The form of a product with choices, sent by a browser that runs no JavaScript: the cart with it, or the page again with what is
 * wrong. The last `v` is the product's, those before it are of the cart that the page's address carried.
 */
export function addToCartRoute(app: App) {
  app.post<{ Params: Params }>('/:slug/p/:product', {
    config: { nonIdParams: true },
    async handler(request, reply) {
      const { sql, params, body } = request
      const fields = (body ?? {}) as Record<string, unknown>
      const visited = await visitedShop(request)
      const product = await findProductOnSale(sql, visited.id, params.product)
      if (!product) throw notFound(t('El producto'))
      const { carried, variantId } = readLines(fields)
      const shop = withCart(visited, carried)
      const groups = await listOfferedGroups(sql, shop.id, product)
      const read = readOrderFields(fields, groups)
      const chosen = [...read.chosen].map(([ref, quantity]) => ({ ref, quantity }))
      const [priced] = await priceChoices(sql, shop, [{ ...product, chosen }])
      const submitted = withProblems(read, groups, priced!)
      const variant = product.variants.find(({ id }) => id === variantId)
      if (submitted.issues.length > 0 || !variant) {
        reply.code(422)
        const { page } = await productPage(app, shop, product, { variantId, filledIn: submitted })
        return await sendShopPage(request, reply, shop, page)
      }
      const ids = groups.flatMap(({ choices }) => choices.map(({ id }) => id))
      const line = {
        variantId: variant.id,
        quantity: submitted.quantity,
        seenPrice: exact(variant.price + priced!.amount),
        choices: choicesText(chosen.map(({ ref, quantity }) => ({ ref: refOf(ref, ids), quantity }))),
        note: readNote(submitted.note),
      }
      return reply.redirect(addHref(shop, [...carried, line], 1), 303)
    },
  })
}

function readLines(fields: Record<string, unknown>) {
  const [values, quantities] = [[fields['v'] ?? []].flat(), [fields['n'] ?? []].flat()]
  const own = values.pop()
  const variantId = typeof own === 'string' ? own.split(/[~*]/)[0] : undefined
  return { carried: readCart({ v: values, n: quantities }), variantId }
}
