import type { App } from '../../core/http/app.ts'
import { joined, t, type Localized } from '../../core/texts/text.ts'
import { notFound } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { createReview, NewReview, REVIEW_LIMIT } from '../../features/reviews/create.ts'
import { productHref } from '../../features/catalog/address.ts'
import { findProductOnSale, type ListedProduct } from '../../features/catalog/catalog.ts'
import { withCart, readCart } from './cart.ts'
import { shopPage } from './layout.ts'
import { shopLink } from './parts/shop-link.ts'
import { sendPage } from './send-page.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'
import { readInteger } from './read-values.ts'

type Params = { slug: string; product: string }

const check = compileValidator(NewReview, 'body')

/** The review form, sent by a browser that runs no JavaScript. */
export function sendReviewRoute(app: App) {
  app.post<{ Params: Params }>('/:slug/p/:product/opinion', {
    config: { nonIdParams: true },
    async handler(request, reply) {
      const { sql, params, clientAddress } = request
      const shop = withCart(await visitedShop(request), readCart(request.query as object))
      const product = await findProductOnSale(sql, shop.id, params.product)
      if (!product) throw notFound(t('El producto'))
      const { name, text, rating } = (request.body ?? {}) as Record<string, unknown>
      const checked = check({
        productId: product.id,
        storeId: shop.id,
        name,
        text,
        rating: readInteger(rating, 1, 5),
      })
      const sendMessage = (status: number, title: Localized, message: Localized) => {
        reply.code(status)
        return sendPage(request, reply, messagePage(shop, product, title, message), shop.language)
      }
      if (!('value' in checked)) {
        return sendMessage(
          422,
          t('Falta algo en tu opinión'),
          t('Vuelve atrás y revisa la calificación, tu nombre y el texto.'),
        )
      }
      const { hitNumber } = await app.hits.count(REVIEW_LIMIT, clientAddress)
      if (hitNumber > REVIEW_LIMIT.max) {
        return sendMessage(429, t('Ya recibimos varias opiniones tuyas'), t('Puedes volver a opinar mañana.'))
      }
      await createReview(sql, checked.value as NewReview)
      return sendMessage(200, t('¡Gracias por tu opinión!'), t('La tienda la leerá antes de publicarla.'))
    },
  })
}

function messagePage(shop: Shop, product: ListedProduct, title: Localized, message: Localized): Html {
  const main = html`
    <div class="message">
      <h1>${title}</h1>
      <p>${message}</p>
      <p>${shopLink(shop, productHref(shop, product), t('Volver a {name}', { name: product.name }), 'button')}</p>
    </div>
  `
  return shopPage(shop, { title: joined([title, shop.name], ' · ') }, main)
}
