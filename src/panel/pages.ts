import type { App } from '../core/http/app.ts'
import { yourAccountPage } from './account/account-page.ts'
import { activityChangePage } from './shop/activity-change-page.ts'
import { activityPage } from './shop/activity-page.ts'
import { chatPage } from './shop/chat-page.ts'
import { categoriesPage, categoryPage } from './catalog/categories-page.ts'
import { connectPage, connectRoutes } from './account/connect-page.ts'
import { connectionPage } from './integrations/connection-page.ts'
import { connectionsPage } from './integrations/connections-page.ts'
import { customerDataRoutes, reportDataRoutes } from './sales/downloads.ts'
import { customerPage, customersPage } from './sales/customers-page.ts'
import { discountPage, discountsPage } from './catalog/discounts-page.ts'
import { deleteStorePage } from './shop/delete-store-page.ts'
import { draftSaveRoute, photoUploadRoute } from './catalog/product-form-routes.ts'
import { emailChangePage } from './account/email-change-page.ts'
import { noticesPage } from './account/notices-page.ts'
import { helpGuidePage, helpPage } from './shop/help-page.ts'
import { homeRoutes } from './home-routes.ts'
import { installableRoutes, offlinePage } from './installable.ts'
import { exportFileRoute, exportPage, importPage } from './catalog/import-page.ts'
import { importColumnsPage, importResultPage } from './catalog/import-result-page.ts'
import { invitationPage } from './signing-in/invitation-page.ts'
import { keyPage } from './integrations/key-page.ts'
import { keysPage } from './integrations/keys-page.ts'
import { leaveTeamPage } from './shop/leave-team-page.ts'
import {
  modifierGroupPage,
  modifierGroupsPage,
  newModifierGroupPage,
} from './catalog/modifier-groups-page.ts'
import { morePage } from './shop/more-page.ts'
import { newKeyPage } from './integrations/new-key-page.ts'
import { newStorePage, storeAddressPage } from './account/new-store-page.ts'
import type { AccountContext, Page, PublicContext, StoreContext } from './page.ts'
import { paymentConnectionRoutes } from './catalog/payment-connection-routes.ts'
import { paymentProblemsPage } from './catalog/payment-problems-page.ts'
import { newWebhookPage } from './integrations/new-webhook-page.ts'
import { passkeySignInPage } from './signing-in/passkey-sign-in-page.ts'
import { passkeysPage } from './account/passkeys-page.ts'
import { newPasswordPage, recoveryPage } from './signing-in/recovery-page.ts'
import { newProductPage, productPage } from './catalog/product-page.ts'
import { percentPage } from './catalog/percent-page.ts'
import { pricesPage } from './catalog/prices-page.ts'
import { productsBinPage } from './catalog/products-bin-page.ts'
import { productsPage } from './catalog/products-page.ts'
import { newOrderPage } from './sales/new-order-page.ts'
import { orderEventsRoute } from './sales/order-events.ts'
import { orderChangePage } from './sales/order-change-page.ts'
import { orderPage } from './sales/order-page.ts'
import { orderPrintPage } from './sales/order-print-page.ts'
import { ordersPage } from './sales/orders-page.ts'
import { todayPage } from './sales/today-page.ts'
import { orderWhatsappRoute } from './sales/order-whatsapp-route.ts'
import { receiptFileRoute } from './sales/order-receipts.ts'
import { registerAccountPages, registerPublicPages, registerStorePages } from './register.ts'
import { newPaymentMethodPage, paymentMethodPage, paymentsPage } from './catalog/payments-page.ts'
import { planPage } from './shop/plan-page.ts'
import { reportPage } from './sales/report-page.ts'
import { reviewsPage } from './sales/reviews-page.ts'
import { secondStepPage } from './signing-in/second-step-page.ts'
import { secondStepSettingsPage } from './account/second-step-settings-page.ts'
import { signInCodePage } from './signing-in/sign-in-code-page.ts'
import { signInPage } from './signing-in/sign-in-page.ts'
import { signOutPage } from './signing-in/sign-out-page.ts'
import { signUpCodePage, signUpPage } from './signing-in/sign-up-page.ts'
import { posterPage, shareLinkRoute, sharePage } from './shop/share-page.ts'
import { shippingOptionPage, shippingPage } from './catalog/shipping-page.ts'
import { messagePreviewPage, storeSettingsPage } from './shop/store-page.ts'
import { storesPage } from './account/stores-page.ts'
import { signaturesPage } from './integrations/signatures-page.ts'
import { teamMemberPage } from './shop/team-member-page.ts'
import { teamPage } from './shop/team-page.ts'
import { themePage } from './shop/theme-page.ts'
import { themesPage } from './shop/themes-page.ts'
import { whatsappPage } from './integrations/whatsapp-page.ts'
import { webhookDeliveryPage } from './integrations/webhook-delivery-page.ts'
import { webhookPage } from './integrations/webhook-page.ts'
import { webhooksPage } from './integrations/webhooks-page.ts'

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
  connectPage,
  secondStepSettingsPage,
  storesPage,
  newStorePage,
  storeAddressPage,
]

const storePages: Page<StoreContext>[] = [
  productsPage,
  paymentProblemsPage,
  pricesPage,
  percentPage,
  productsBinPage,
  newProductPage,
  productPage,
  todayPage,
  ordersPage,
  newOrderPage,
  orderPage,
  orderChangePage,
  orderPrintPage,
  importPage,
  importResultPage,
  importColumnsPage,
  exportPage,
  categoriesPage,
  modifierGroupsPage,
  newModifierGroupPage,
  modifierGroupPage,
  categoryPage,
  discountsPage,
  discountPage,
  shippingPage,
  shippingOptionPage,
  paymentsPage,
  chatPage,
  newPaymentMethodPage,
  paymentMethodPage,
  reviewsPage,
  customersPage,
  customerPage,
  reportPage,
  planPage,
  storeSettingsPage,
  messagePreviewPage,
  deleteStorePage,
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
  whatsappPage,
  connectionPage,
  morePage,
  activityPage,
  activityChangePage,
]

export function registerPages(app: App) {
  registerPublicPages(app, publicPages)
  registerAccountPages(app, accountPages)
  registerStorePages(app, storePages)
  installableRoutes(app)
  orderEventsRoute(app)
  photoUploadRoute(app)
  exportFileRoute(app)
  shareLinkRoute(app)
  customerDataRoutes(app)
  receiptFileRoute(app)
  orderWhatsappRoute(app)
  reportDataRoutes(app)
  connectRoutes(app)
  paymentConnectionRoutes(app)
  draftSaveRoute(app)
  homeRoutes(app, storePages)
}
