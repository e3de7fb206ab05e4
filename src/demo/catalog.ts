import { coffees } from './coffees.ts'
import type { DemoProduct } from './product.ts'
import { otherProducts } from './other-products.ts'

/** Everything that the demo sells. */
export const catalog: readonly DemoProduct[] = [...coffees, ...otherProducts]
