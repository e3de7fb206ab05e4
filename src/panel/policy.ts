import { contentSecurityPolicy } from '../storefront/security.ts'

const holes = {
  'img-src': "'self' blob:",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'trusted-types': 'panel-worker',
}

const policy = contentSecurityPolicy(holes)

/** The policy of the panel's pages; the page that shows the shop in a frame may show that and nothing else. */
export const panelPolicy = (shop?: string): string =>
  shop === undefined ? policy : contentSecurityPolicy({ ...holes, 'frame-src': `'self' ${shop}` })
