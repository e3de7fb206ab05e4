/** Scopes of a store. A write scope does not include the read scope. */
export const STORE_SCOPES = [
  'store:read',
  'store:write',
  'products:read',
  'products:write',
  'categories:read',
  'categories:write',
  'orders:read',
  'orders:write',
  'discounts:read',
  'discounts:write',
  'reviews:read',
  'reviews:write',
  'shipping:read',
  'shipping:write',
  'customers:read',
  'stats:read',
  'team:read',
  'connections:read',
  'webhooks:read',
  'webhooks:write',
  'themes:read',
] as const

/** The store scopes that STAFF may use; owners and administrators may use all. */
export const STAFF_SCOPES = [
  'store:read',
  'products:read',
  'products:write',
  'categories:read',
  'categories:write',
  'orders:read',
  'orders:write',
  'discounts:read',
  'discounts:write',
  'reviews:read',
  'shipping:read',
  'shipping:write',
  'customers:read',
] as const satisfies readonly (typeof STORE_SCOPES)[number][]

/** Scopes that only account keys can hold. */
export const ACCOUNT_SCOPES = ['stores:read', 'stores:write'] as const

export type Scope = (typeof STORE_SCOPES)[number] | (typeof ACCOUNT_SCOPES)[number]

/** The scopes that a key of this kind can hold. */
export const scopesOf = (kind: 'STORE' | 'ACCOUNT'): Scope[] =>
  kind === 'STORE' ? [...STORE_SCOPES] : [...STORE_SCOPES, ...ACCOUNT_SCOPES]
