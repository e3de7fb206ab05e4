import type { Tool } from './tool.ts'
import { catalogTools } from './tools/catalog.ts'
import { configurationTools, statsTools, storeTools } from './tools/store.ts'
import { customerTools } from './tools/customers.ts'
import { discountTools, orderTools, shippingTools } from './tools/orders.ts'

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
