import { trackLastUse } from '../core/http/last-used.ts'
import type { App } from '../core/http/app.ts'

export const trackKeyUse = (app: App) => trackLastUse(app, 'api_keys', ({ isGrant }) => !isGrant)
