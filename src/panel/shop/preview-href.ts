import type { App } from '../../core/http/app.ts'
import { pathHere } from '../../stores/address.ts'
import type { PanelStore } from '../../sessions/lookup.ts'

/** The address of the shop in a theme, on the host of the panel where it may be framed. */
export function previewHref(app: App, store: PanelStore, token: string): string {
  const origin = app.panelUrl === app.publicUrl ? '' : app.publicUrl
  return origin + pathHere(store, `/vista/${token}`)
}
