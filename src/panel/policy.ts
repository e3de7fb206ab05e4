import { contentSecurityPolicy } from '../storefront/security.ts'

const overrides = {
  'img-src': "'self' blob:",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'trusted-types': 'panel-worker',
}

const policy = contentSecurityPolicy(overrides)

/** The content security policy of the panel's pages; `shop` is the one URL that a page may frame. */
export const panelPolicy = (shop?: string): string =>
  shop === undefined ? policy : contentSecurityPolicy({ ...overrides, 'frame-src': `'self' ${shop}` })
