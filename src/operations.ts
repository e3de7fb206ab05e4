import type { AnyOperation } from './core/operations/operation.ts'
import { getStore } from './stores/get.ts'
import { updateStore } from './stores/update.ts'
import { listProducts } from './products/list.ts'
import { createProduct } from './products/create.ts'
import { getProduct } from './products/get.ts'
import { updateProduct } from './products/update.ts'
import { deleteProduct } from './products/delete.ts'
import { changePrices } from './products/change-prices.ts'
import { restoreProduct } from './products/restore.ts'
import { listImports } from './imports/list.ts'
import { undoImport } from './imports/undo.ts'
import { listModifierGroups } from './modifier-groups/list.ts'
import { createModifierGroup } from './modifier-groups/create.ts'
import { getModifierGroup } from './modifier-groups/get.ts'
import { updateModifierGroup } from './modifier-groups/update.ts'
import { deleteModifierGroup } from './modifier-groups/delete.ts'
import { listCategories } from './categories/list.ts'
import { createCategory } from './categories/create.ts'
import { getCategory } from './categories/get.ts'
import { updateCategory } from './categories/update.ts'
import { deleteCategory } from './categories/delete.ts'
import { listOrders } from './orders/list.ts'
import { getOrder } from './orders/get.ts'
import { updateOrder } from './orders/update.ts'
import { setOrderPayment } from './orders/set-payment.ts'
import { proposeChange } from './orders/propose.ts'
import { withdrawProposal } from './orders/withdraw-proposal.ts'
import { listDiscounts } from './discounts/list.ts'
import { createDiscount } from './discounts/create.ts'
import { getDiscount } from './discounts/get.ts'
import { updateDiscount } from './discounts/update.ts'
import { deleteDiscount } from './discounts/delete.ts'
import { listReviews } from './reviews/list.ts'
import { updateReview } from './reviews/update.ts'
import { deleteReview } from './reviews/delete.ts'
import { listCustomers } from './customers/list.ts'
import { getCustomer } from './customers/get.ts'
import { getStats } from './stats/get.ts'
import { getSalesReport } from './stats/report.ts'
import { listShippingOptions } from './shipping/list.ts'
import { createShippingOption } from './shipping/create.ts'
import { getShippingOption } from './shipping/get.ts'
import { updateShippingOption } from './shipping/update.ts'
import { deleteShippingOption } from './shipping/delete.ts'
import { listPaymentMethods } from './payments/list.ts'
import { createPaymentMethod } from './payments/create.ts'
import { getPaymentMethod } from './payments/get.ts'
import { updatePaymentMethod } from './payments/update.ts'
import { deletePaymentMethod } from './payments/delete.ts'
import { getOnboarding } from './onboarding/get.ts'
import { getTeam } from './team/list.ts'
import { listConnections } from './connections/list.ts'
import { listWebhooks } from './webhooks/list.ts'
import { createWebhook } from './webhooks/create.ts'
import { getWebhook } from './webhooks/get.ts'
import { updateWebhook } from './webhooks/update.ts'
import { deleteWebhook } from './webhooks/delete.ts'
import { pingWebhook } from './webhooks/ping.ts'
import { rotateWebhookSecret } from './webhooks/rotate-secret.ts'
import { replayWebhook } from './webhooks/replay.ts'
import { listWebhookLogs } from './webhooks/list-logs.ts'
import { redeliverWebhookDelivery } from './webhooks/redeliver.ts'
import { listThemes } from './themes/list.ts'
import { getTheme } from './themes/get.ts'
import { listChanges } from './changes/list.ts'
import { getChange } from './changes/get.ts'
import { undoChange } from './changes/undo.ts'
import { listStores } from './stores/list.ts'
import { createStore } from './stores/create.ts'
import { getStoreOfAccount } from './stores/get-of-account.ts'
import { deleteStore } from './stores/delete.ts'

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
  listModifierGroups,
  createModifierGroup,
  getModifierGroup,
  updateModifierGroup,
  deleteModifierGroup,
  listCategories,
  createCategory,
  getCategory,
  updateCategory,
  deleteCategory,
  listOrders,
  getOrder,
  updateOrder,
  setOrderPayment,
  proposeChange,
  withdrawProposal,
  listDiscounts,
  createDiscount,
  getDiscount,
  updateDiscount,
  deleteDiscount,
  listReviews,
  updateReview,
  deleteReview,
  listCustomers,
  getCustomer,
  getStats,
  getSalesReport,
  listShippingOptions,
  createShippingOption,
  getShippingOption,
  updateShippingOption,
  deleteShippingOption,
  listPaymentMethods,
  createPaymentMethod,
  getPaymentMethod,
  updatePaymentMethod,
  deletePaymentMethod,
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
