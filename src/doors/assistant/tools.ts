import type { Tool } from './tool.ts'
import { catalogTools } from './tools/catalog.ts'
import { configurationTools } from './tools/configuration.ts'
import { customerTools } from './tools/customers.ts'
import { discountTools } from './tools/discounts.ts'
import { orderTools } from './tools/orders.ts'
import { shippingTools } from './tools/shipping.ts'
import { statsTools } from './tools/stats.ts'
import { storeTools } from './tools/store.ts'

export const tools: Tool[] = [
  ...storeTools,
  ...catalogTools,
  ...orderTools,
  ...discountTools,
  ...shippingTools,
  ...customerTools,
  ...statsTools,
  ...configurationTools,
]
