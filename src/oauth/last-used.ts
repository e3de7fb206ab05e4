import { trackLastUse } from '../core/http/last-used.ts'
import type { App } from '../core/http/app.ts'

export const trackGrantUse = (app: App) => trackLastUse(app, 'oauth_grants', ({ isGrant }) => isGrant)
