import type { App } from '../core/http/app.ts'
import { categoriesPage, categoryPage } from './categories-page.ts'
import { homeRoutes } from './home-routes.ts'
import { morePage } from './more-page.ts'
import type { AccountContext, Page, PublicContext, StoreContext } from './page.ts'
import { partsPage } from './parts-page.ts'
import { registerAccountPages, registerPublicPages, registerStorePages } from './register.ts'
import { shippingOptionPage, shippingPage } from './shipping-page.ts'

/** Every page of the panel: one line each. */
const publicPages: Page<PublicContext>[] = []

const accountPages: Page<AccountContext>[] = []

const storePages: Page<StoreContext>[] = [
  categoriesPage,
  categoryPage,
  shippingPage,
  shippingOptionPage,
  morePage,
]

export function registerPages(app: App) {
  registerPublicPages(app, isProduction(app) ? publicPages : [...publicPages, partsPage])
  registerAccountPages(app, accountPages)
  registerStorePages(app, storePages)
  homeRoutes(app, storePages)
}

/** Served over HTTPS to the world. */
const isProduction = ({ panelUrl }: App) => panelUrl.startsWith('https:')
