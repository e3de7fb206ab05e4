import { bakery } from './bakery/shop.ts'
import { clothesShop } from './clothes/shop.ts'
import { hardwareStore } from './hardware/shop.ts'
import { roastery } from './roastery/shop.ts'

/** The shops of the demo; the first has customers, orders and the key that a start shows. */
export const shops = [roastery, bakery, hardwareStore, clothesShop] as const
