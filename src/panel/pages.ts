import type { App } from '../core/http/app.ts'
import { yourAccountPage } from './account-page.ts'
import { categoriesPage, categoryPage } from './categories-page.ts'
import { connectionPage } from './connection-page.ts'
import { connectionsPage } from './connections-page.ts'
import { customerDataRoutes } from './customer-data-routes.ts'
import { customerPage, customersPage } from './customers-page.ts'
import { discountPage, discountsPage } from './discounts-page.ts'
import { draftSaveRoute } from './draft-save.ts'
import { emailChangePage } from './email-change-page.ts'
import { noticesPage } from './notices-page.ts'
import { helpGuidePage, helpPage } from './help-page.ts'
import { homeRoutes } from './home-routes.ts'
import { installableRoutes, offlinePage } from './installable.ts'
import { invitationPage } from './invitation-page.ts'
import { keyPage } from './key-page.ts'
import { keysPage } from './keys-page.ts'
import { leaveTeamPage } from './leave-team-page.ts'
import { morePage } from './more-page.ts'
import { newKeyPage } from './new-key-page.ts'
import { newStorePage, storeAddressPage } from './new-store-page.ts'
import type { AccountContext, Page, PublicContext, StoreContext } from './page.ts'
import { photoUploadRoute } from './photo-upload.ts'
import { newWebhookPage } from './new-webhook-page.ts'
import { passkeySignInPage } from './passkey-sign-in-page.ts'
import { passkeysPage } from './passkeys-page.ts'
import { partsPage } from './parts-page.ts'
import { newPasswordPage, recoveryPage } from './recovery-page.ts'
import { newProductPage, productPage } from './product-page.ts'
import { productsBinPage } from './products-bin-page.ts'
import { productsPage } from './products-page.ts'
import { newOrderPage } from './new-order-page.ts'
import { orderEventsRoute } from './order-events.ts'
import { orderPage } from './order-page.ts'
import { orderPrintPage } from './order-print-page.ts'
import { ordersPage } from './orders-page.ts'
import { todayPage } from './today-page.ts'
import { registerAccountPages, registerPublicPages, registerStorePages } from './register.ts'
import { planPage } from './plan-page.ts'
import { reportDataRoutes } from './report-data-routes.ts'
import { reportPage } from './report-page.ts'
import { reviewsPage } from './reviews-page.ts'
import { secondStepPage } from './second-step-page.ts'
import { secondStepSettingsPage } from './second-step-settings-page.ts'
import { signInCodePage } from './sign-in-code-page.ts'
import { signInPage } from './sign-in-page.ts'
import { signOutPage } from './sign-out-page.ts'
import { signUpCodePage, signUpPage } from './sign-up-page.ts'
import { posterPage, sharePage } from './share-page.ts'
import { shippingOptionPage, shippingPage } from './shipping-page.ts'
import { messagePreviewPage, storeSettingsPage } from './store-page.ts'
import { storesPage } from './stores-page.ts'
import { signaturesPage } from './signatures-page.ts'
import { teamMemberPage } from './team-member-page.ts'
import { teamPage } from './team-page.ts'
import { themePage } from './theme-page.ts'
import { themesPage } from './themes-page.ts'
import { webhookDeliveryPage } from './webhook-delivery-page.ts'
import { webhookPage } from './webhook-page.ts'
import { webhooksPage } from './webhooks-page.ts'

/** Every page of the panel: one line each. */
const publicPages: Page<PublicContext>[] = [
  signUpPage,
  signUpCodePage,
  signInPage,
  signInCodePage,
  passkeySignInPage,
  secondStepPage,
  signOutPage,
  recoveryPage,
  newPasswordPage,
  invitationPage,
  offlinePage,
]

const accountPages: Page<AccountContext>[] = [
  yourAccountPage,
  emailChangePage,
  passkeysPage,
  secondStepSettingsPage,
  storesPage,
  newStorePage,
  storeAddressPage,
]

const storePages: Page<StoreContext>[] = [
  productsPage,
  productsBinPage,
  newProductPage,
  productPage,
  todayPage,
  ordersPage,
  newOrderPage,
  orderPage,
  orderPrintPage,
  categoriesPage,
  categoryPage,
  discountsPage,
  discountPage,
  shippingPage,
  shippingOptionPage,
  reviewsPage,
  customersPage,
  customerPage,
  reportPage,
  planPage,
  storeSettingsPage,
  messagePreviewPage,
  sharePage,
  posterPage,
  noticesPage,
  helpPage,
  helpGuidePage,
  themesPage,
  themePage,
  teamPage,
  teamMemberPage,
  leaveTeamPage,
  keysPage,
  newKeyPage,
  keyPage,
  webhooksPage,
  newWebhookPage,
  signaturesPage,
  webhookPage,
  webhookDeliveryPage,
  connectionsPage,
  connectionPage,
  morePage,
]

export function registerPages(app: App) {
  registerPublicPages(app, isProduction(app) ? publicPages : [...publicPages, partsPage])
  registerAccountPages(app, accountPages)
  registerStorePages(app, storePages)
  installableRoutes(app)
  orderEventsRoute(app)
  photoUploadRoute(app)
  customerDataRoutes(app)
  reportDataRoutes(app)
  draftSaveRoute(app)
  homeRoutes(app, storePages)
}

/** Served over HTTPS to the world. */
const isProduction = ({ panelUrl }: App) => panelUrl.startsWith('https:')
