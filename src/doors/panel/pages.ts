import type { App } from '../../core/http/app.ts'
import { yourAccountPage } from './accounts/account-page.ts'
import { accountDataRoute } from './accounts/account-data-route.ts'
import { deleteAccountPage } from './accounts/delete-account-page.ts'
import { activityChangePage } from './changes/activity-change-page.ts'
import { activityPage } from './changes/activity-page.ts'
import { chatPage } from './whatsapp/chat-page.ts'
import { assistantsPage } from './carts/assistants-page.ts'
import { categoriesPage, categoryPage } from './categories/categories-page.ts'
import { connectPage, connectRoutes } from './oauth/connect-page.ts'
import { connectionPage } from './connections/connection-page.ts'
import { connectionsPage } from './connections/connections-page.ts'
import { customerDataRoutes, reportDataRoutes } from './stats/downloads.ts'
import { customerPage, customersPage } from './customers/customers-page.ts'
import { discountPage, discountsPage } from './discounts/discounts-page.ts'
import { deleteStorePage } from './stores/delete-store-page.ts'
import { draftSaveRoute, photoUploadRoute } from './products/product-form-routes.ts'
import { emailChangePage } from './accounts/email-change-page.ts'
import { noticesPage } from './accounts/notices-page.ts'
import { helpGuidePage, helpPage } from './help/help-page.ts'
import { homeRoutes } from './home-routes.ts'
import { installableRoutes, offlinePage } from './installable.ts'
import { exportFileRoute, exportPage, importPage } from './imports/import-page.ts'
import { importColumnsPage, importResultPage } from './imports/import-result-page.ts'
import { invitationPage } from './team/invitation-page.ts'
import { keyPage } from './api-keys/key-page.ts'
import { keysPage } from './api-keys/keys-page.ts'
import { leaveTeamPage } from './team/leave-team-page.ts'
import {
  modifierGroupPage,
  modifierGroupsPage,
  newModifierGroupPage,
} from './modifier-groups/modifier-groups-page.ts'
import { morePage } from './help/more-page.ts'
import { newKeyPage } from './api-keys/new-key-page.ts'
import { newStorePage, storeAddressPage } from './stores/new-store-page.ts'
import type { AccountContext, Page, PublicContext, StoreContext } from './page.ts'
import { paymentConnectionRoutes } from './payments/payment-connection-routes.ts'
import { paymentProblemsPage } from './payments/payment-problems-page.ts'
import { newWebhookPage } from './webhooks/new-webhook-page.ts'
import { passkeySignInPage } from './sessions/passkey-sign-in-page.ts'
import { passkeysPage } from './accounts/passkeys-page.ts'
import { newPasswordPage, recoveryPage } from './sessions/recovery-page.ts'
import { newProductPage, productPage } from './products/product-page.ts'
import { percentPage } from './products/percent-page.ts'
import { pricesPage } from './products/prices-page.ts'
import { productsBinPage } from './products/products-bin-page.ts'
import { productsPage } from './products/products-page.ts'
import { newOrderPage } from './orders/new-order-page.ts'
import { orderEventsRoute } from './orders/order-events.ts'
import { orderChangePage } from './orders/order-change-page.ts'
import { orderPage } from './orders/order-page.ts'
import { orderPrintPage } from './orders/order-print-page.ts'
import { kitchenPage } from './orders/kitchen-page.ts'
import { ordersPage } from './orders/orders-page.ts'
import { todayPage } from './today/today-page.ts'
import { orderWhatsappRoute } from './orders/order-whatsapp-route.ts'
import { receiptFileRoute } from './orders/order-receipts.ts'
import { registerAccountPages, registerPublicPages, registerStorePages } from './register.ts'
import { newPaymentMethodPage, paymentMethodPage, paymentsPage } from './payments/payments-page.ts'
import { planPage } from './billing/plan-page.ts'
import { reportPage } from './stats/report-page.ts'
import { reviewsPage } from './reviews/reviews-page.ts'
import { secondStepPage } from './sessions/second-step-page.ts'
import { secondStepSettingsPage } from './accounts/second-step-settings-page.ts'
import { signInCodePage } from './sessions/sign-in-code-page.ts'
import { signInPage } from './sessions/sign-in-page.ts'
import { signOutPage } from './sessions/sign-out-page.ts'
import { signUpCodePage, signUpPage } from './accounts/sign-up-page.ts'
import { tablesPage } from './stores/tables-page.ts'
import { posterPage, shareLinkRoute, sharePage } from './stores/share-page.ts'
import { shippingOptionPage, shippingPage } from './shipping/shipping-page.ts'
import { messagePreviewPage, storeSettingsPage } from './stores/store-page.ts'
import { storesPage } from './stores/stores-page.ts'
import { signaturesPage } from './webhooks/signatures-page.ts'
import { teamMemberPage } from './team/team-member-page.ts'
import { teamPage } from './team/team-page.ts'
import { themePage } from './themes/theme-page.ts'
import { themesPage } from './themes/themes-page.ts'
import { whatsappPage } from './whatsapp/whatsapp-page.ts'
import { webhookDeliveryPage } from './webhooks/webhook-delivery-page.ts'
import { webhookPage } from './webhooks/webhook-page.ts'
import { webhooksPage } from './webhooks/webhooks-page.ts'

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
  deleteAccountPage,
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
  kitchenPage,
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
  assistantsPage,
  posterPage,
  tablesPage,
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
  accountDataRoute(app)
  draftSaveRoute(app)
  homeRoutes(app, storePages)
}
