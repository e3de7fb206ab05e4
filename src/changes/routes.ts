import type { App } from '../core/http/app.ts'
import { getChangeRoute } from './get.ts'
import { listChangesRoute } from './list.ts'
import { undoChangeRoute } from './undo.ts'

/** The record of changes, below `/changes`. */
export function changeRoutes(app: App) {
  listChangesRoute(app)
  getChangeRoute(app)
  undoChangeRoute(app)
}
