import { parse } from 'node:querystring'
import type { App } from '../../core/http/app.ts'
import { serveAssets } from '../../core/http/assets.ts'
import { addToCartRoute } from './add-to-cart.ts'
import { appRoutes } from './app-pages.ts'
import { cartPageRoute } from './cart-page.ts'
import { catalogPageRoute } from './catalog-page.ts'
import { areasRoute } from './area-codes.ts'
import { checkoutPageRoute, checkoutTotalRoute } from './checkout-page.ts'
import { sendErrorPage } from './error-page.ts'
import { feedRoute } from './feed.ts'
import { homePageRoute } from './home-page.ts'
import { legalPageRoutes } from './legal-pages.ts'
import { shopLlmsRoute } from './llms.ts'
import { myOrdersRoute, ordersOfPhoneRoute } from './my-orders-page.ts'
import { orderForms } from './order-forms.ts'
import { orderPageRoute, orderStateRoute } from './order-page.ts'
import { assets } from './parts/icon.ts'
import { placeOrderRoute } from './place-order.ts'
import { previewPageRoute } from './preview-page.ts'
import { productPageRoute } from './product-page.ts'
import { qrRoute } from './qr.ts'
import { scriptReportRoute } from './script-report.ts'
import { sendReviewRoute } from './review-form.ts'
import { robotsRoutes, sitemapOfShopsRoute, sitemapRoute } from './sitemap.ts'
import { securePage } from '../../core/pages/security.ts'

/** Every page of the shops, and what a page loads; errors and unknown addresses are pages too. */
export function shopPages(app: App) {
  app.addHook('onRequest', securePage)
  app.setErrorHandler(sendErrorPage)
  acceptForms(app)

  homePageRoute(app)
  legalPageRoutes(app)
  serveAssets(app, assets)

  catalogPageRoute(app)
  previewPageRoute(app)
  productPageRoute(app)
  addToCartRoute(app)
  sendReviewRoute(app)
  cartPageRoute(app)
  checkoutPageRoute(app)
  checkoutTotalRoute(app)
  placeOrderRoute(app)
  areasRoute(app)
  scriptReportRoute(app)
  orderPageRoute(app)
  orderStateRoute(app)
  orderForms(app)
  myOrdersRoute(app)
  ordersOfPhoneRoute(app)

  robotsRoutes(app)
  sitemapOfShopsRoute(app)
  sitemapRoute(app)
  feedRoute(app)
  shopLlmsRoute(app)
  qrRoute(app)
  appRoutes(app)
}

/** The cart's lines with a product's 500 choices. */
const MAX_FIELDS = 1000

/** Parses `application/x-www-form-urlencoded` bodies; repeated fields become lists. */
function acceptForms(app: App) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, { ...parse(String(body), '&', '=', { maxKeys: MAX_FIELDS }) })
    },
  )
}
