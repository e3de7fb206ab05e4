import type { App } from '../core/http/app.ts'
import { createImportRoute } from './create.ts'
import { exportProductsRoute } from './export.ts'
import { getImportRoute } from './get.ts'
import { listImportsRoute } from './list.ts'
import { undoImportRoute } from './undo.ts'

/** Products as files, in and out. */
export function importRoutes(app: App) {
  listImportsRoute(app)
  createImportRoute(app)
  getImportRoute(app)
  undoImportRoute(app)
  exportProductsRoute(app)
}
