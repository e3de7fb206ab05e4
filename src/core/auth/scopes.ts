/** The scopes of a store; STAFF may use those with true, owners and administrators all. A write scope does not include the read scope. */
const storeScopes = {
  'store:read': true,
  'store:write': false,
  'products:read': true,
  'products:write': true,
  'categories:read': true,
  'categories:write': true,
  'orders:read': true,
  'orders:write': true,
  'discounts:read': true,
  'discounts:write': true,
  'reviews:read': true,
  'reviews:write': false,
  'shipping:read': true,
  'shipping:write': true,
  'customers:read': true,
  'stats:read': false,
  'team:read': false,
  'connections:read': false,
  'webhooks:read': false,
  'webhooks:write': false,
  'themes:read': false,
}
export type StoreScope = keyof typeof storeScopes

export const STORE_SCOPES = Object.keys(storeScopes) as StoreScope[]
export const STAFF_SCOPES = STORE_SCOPES.filter((scope) => storeScopes[scope])

export const ACCOUNT_SCOPES = ['stores:read', 'stores:write'] as const

export type Scope = StoreScope | (typeof ACCOUNT_SCOPES)[number]

export const scopesOf = (kind: 'STORE' | 'ACCOUNT'): Scope[] =>
  kind === 'STORE' ? [...STORE_SCOPES] : [...STORE_SCOPES, ...ACCOUNT_SCOPES]
