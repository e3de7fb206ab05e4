import chat from './chat.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import errors from './errors.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import mails from './mails.json' with { type: 'json' }
import messages from './messages.json' with { type: 'json' }
import orders from './orders.json' with { type: 'json' }
import panel from './panel.json' with { type: 'json' }
import panelOrders from './panel-orders.json' with { type: 'json' }
import panelSearch from './panel-search.json' with { type: 'json' }
import panelProducts from './panel-products.json' with { type: 'json' }
import panelStores from './panel-stores.json' with { type: 'json' }
import scripts from './scripts.json' with { type: 'json' }
import signUp from './sign-up.json' with { type: 'json' }
import storefront from './storefront.json' with { type: 'json' }
import panelChanges from './panel-changes.json' with { type: 'json' }
import panelConnections from './panel-connections.json' with { type: 'json' }
import panelImports from './panel-imports.json' with { type: 'json' }
import type { Language } from './language.ts'

const catalogs = {
  ...chat,
  ...common,
  ...panelImports,
  ...panelConnections,
  ...panelChanges,
  ...errors,
  ...home,
  ...mails,
  ...messages,
  ...orders,
  ...panel,
  ...panelOrders,
  ...panelProducts,
  ...panelSearch,
  ...panelStores,
  ...scripts,
  ...signUp,
  ...storefront,
} satisfies Record<string, Translations>

type Translations = Record<Exclude<Language, 'es'>, string>

export type Source = keyof typeof catalogs

/** Each text in each language. What follows ` | ` in a source tells apart two meanings of the same Spanish text. */
export const texts = new Map<string, Record<Language, string>>(
  Object.entries<Translations>(catalogs).map(([source, translations]) => [
    source,
    { es: source.split(' | ')[0]!, ...translations },
  ]),
)
