import type { App } from '../core/http/app.ts'
import { serveAssets } from '../core/http/assets.ts'
import { addToCartRoute } from './add-to-cart.ts'
import { appRoutes } from './app-pages.ts'
import { areasRoute } from './areas-route.ts'
import { cancelOrderRoute } from './cancel-order.ts'
import { cartPageRoute } from './cart-page.ts'
import { catalogPageRoute } from './catalog-page.ts'
import { checkoutPageRoute, checkoutTotalRoute } from './checkout-page.ts'
import { decideProposalRoute } from './decide-proposal.ts'
import { sendErrorPage } from './error-page.ts'
import { feedRoute } from './feed.ts'
import { acceptForms } from './forms.ts'
import { homePageRoute } from './home-page.ts'
import { legalPageRoutes } from './legal-pages.ts'
import { shopLlmsRoute } from './llms.ts'
import { myOrdersRoute, ordersOfPhoneRoute } from './my-orders-page.ts'
import { orderPageRoute, orderStateRoute } from './order-page.ts'
import { assets } from './parts/icon.ts'
import { phoneRoute } from './phone-route.ts'
import { payOrderRoute } from './pay-order.ts'
import { placeOrderRoute } from './place-order.ts'
import { previewPageRoute } from './preview-page.ts'
import { productPageRoute } from './product-page.ts'
import { qrRoute } from './qr.ts'
import { scriptReportRoute } from './script-report.ts'
import { sendReceiptRoute } from './send-receipt.ts'
import { sendReviewRoute } from './review-form.ts'
import { robotsRoutes, sitemapIndexRoute, sitemapRoute } from './sitemap.ts'
import { securePage } from '../pages/security.ts'

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
  phoneRoute(app)
  areasRoute(app)
  scriptReportRoute(app)
  orderPageRoute(app)
  orderStateRoute(app)
  payOrderRoute(app)
  cancelOrderRoute(app)
  decideProposalRoute(app)
  sendReceiptRoute(app)
  myOrdersRoute(app)
  ordersOfPhoneRoute(app)

  robotsRoutes(app)
  sitemapIndexRoute(app)
  sitemapRoute(app)
  feedRoute(app)
  shopLlmsRoute(app)
  qrRoute(app)
  appRoutes(app)
}
