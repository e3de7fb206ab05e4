import { coffees } from './coffees.ts'
import type { DemoProduct } from './product.ts'
import { wares } from './wares.ts'

/** Everything that the demo sells. */
export const catalog: readonly DemoProduct[] = [...coffees, ...wares]
