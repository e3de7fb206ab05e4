import type { AnyOperation } from '../core/operations/operation.ts'
import { getStore } from '../features/stores/get.ts'
import { updateStore } from '../features/stores/update.ts'
import { listProducts } from '../features/products/list.ts'
import { createProduct } from '../features/products/create.ts'
import { getProduct } from '../features/products/get.ts'
import { updateProduct } from '../features/products/update.ts'
import { deleteProduct } from '../features/products/delete.ts'
import { changePrices } from '../features/products/change-prices.ts'
import { restoreProduct } from '../features/products/restore.ts'
import { plainResources } from '../features/changes/plain-resources.ts'
import { listImports } from '../features/imports/list.ts'
import { undoImport } from '../features/imports/undo.ts'
import { listOrders } from '../features/orders/list.ts'
import { getOrder } from '../features/orders/get.ts'
import { updateOrder } from '../features/orders/update.ts'
import { setOrderPayment } from '../features/orders/set-payment.ts'
import { proposeChange } from '../features/orders/propose.ts'
import { withdrawProposal } from '../features/orders/withdraw-proposal.ts'
import { listReviews } from '../features/reviews/list.ts'
import { updateReview } from '../features/reviews/update.ts'
import { deleteReview } from '../features/reviews/delete.ts'
import { listCustomers } from '../features/customers/list.ts'
import { getCustomer } from '../features/customers/get.ts'
import { getStats } from '../features/stats/get.ts'
import { getSalesReport } from '../features/stats/report.ts'
import { getOnboarding } from '../features/onboarding/get.ts'
import { getTeam } from '../features/team/list.ts'
import { listConnections } from '../features/connections/list.ts'
import { listWebhooks } from '../features/webhooks/list.ts'
import { createWebhook } from '../features/webhooks/create.ts'
import { getWebhook } from '../features/webhooks/get.ts'
import { updateWebhook } from '../features/webhooks/update.ts'
import { deleteWebhook } from '../features/webhooks/delete.ts'
import { pingWebhook } from '../features/webhooks/ping.ts'
import { rotateWebhookSecret } from '../features/webhooks/rotate-secret.ts'
import { replayWebhook } from '../features/webhooks/replay.ts'
import { listWebhookLogs } from '../features/webhooks/list-logs.ts'
import { redeliverWebhookDelivery } from '../features/webhooks/redeliver.ts'
import { listThemes } from '../features/themes/list.ts'
import { getTheme } from '../features/themes/get.ts'
import { listChanges } from '../features/changes/list.ts'
import { getChange } from '../features/changes/get.ts'
import { undoChange } from '../features/changes/undo.ts'
import { listStores } from '../features/stores/list.ts'
import { createStore } from '../features/stores/create.ts'
import { getStoreOfAccount } from '../features/stores/get-of-account.ts'
import { deleteStore } from '../features/stores/delete.ts'

/** Every operation of `/api/v1` whose request is JSON; pictures, files and what is streamed have routes of their own. */
export const operations: AnyOperation[] = [
  getStore,
  updateStore,
  listProducts,
  createProduct,
  getProduct,
  updateProduct,
  deleteProduct,
  changePrices,
  restoreProduct,
  listImports,
  undoImport,
  ...plainResources.flatMap((plain): AnyOperation[] => plain.operations),
  listOrders,
  getOrder,
  updateOrder,
  setOrderPayment,
  proposeChange,
  withdrawProposal,
  listReviews,
  updateReview,
  deleteReview,
  listCustomers,
  getCustomer,
  getStats,
  getSalesReport,
  getOnboarding,
  getTeam,
  listConnections,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  pingWebhook,
  rotateWebhookSecret,
  replayWebhook,
  listWebhookLogs,
  redeliverWebhookDelivery,
  listThemes,
  getTheme,
  listChanges,
  getChange,
  undoChange,
  listStores,
  createStore,
  getStoreOfAccount,
  deleteStore,
]
