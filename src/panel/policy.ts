import { contentSecurityPolicy } from '../storefront/security.ts'

const overrides = {
  'img-src': "'self' blob:",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'trusted-types': 'panel-worker',
}

const policy = contentSecurityPolicy(overrides)

/** The policy of the panel's pages; the page that shows the shop in a frame may show that and nothing else. */
export const panelPolicy = (shop?: string): string =>
  shop === undefined ? policy : contentSecurityPolicy({ ...overrides, 'frame-src': `'self' ${shop}` })
