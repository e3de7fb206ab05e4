import type { App } from './app.ts'

export function limitBodies(app: App, bodyLimit: number) {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= bodyLimit
  })
}

/** Makes the start fail when a route registered after it declares no scope. */
export function requireScopes(app: App) {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${String(method)} ${url} declares no scope`)
  })
}
