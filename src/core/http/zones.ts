import type { App } from './app.ts'

/** Bodies of the routes that follow are at most so many bytes, but where a route says otherwise. */
export function limitBodies(app: App, bodyLimit: number) {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= bodyLimit
  })
}

/** A route that follows and declares no scope keeps the service from starting. */
export function requireScopes(app: App) {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${String(method)} ${url} declares no scope`)
  })
}
