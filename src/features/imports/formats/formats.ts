import { feed } from './feed.ts'
import type { Format } from './format.ts'
import { loyverse } from './loyverse.ts'
import { magento } from './magento.ts'
import { medusa } from './medusa.ts'
import { odoo } from './odoo.ts'
import { prestashop } from './prestashop.ts'
import { shopify } from './shopify.ts'
import { tiendanube } from './tiendanube.ts'
import { vitrina } from './vitrina.ts'
import { wix } from './wix.ts'
import { woocommerce } from './woocommerce.ts'

/** In the order in which files are compared with them: those with headers of their own first, ours, which is any other file, last. */
export const formats: readonly Format[] = [
  loyverse,
  wix,
  medusa,
  magento,
  prestashop,
  odoo,
  tiendanube,
  shopify,
  feed,
  woocommerce,
  vitrina,
]
