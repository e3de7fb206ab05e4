import type { Import } from '../imports/import.ts'
import { lossTexts } from '../imports/losses.ts'
import { ids } from './example-store.ts'

const [asked, read] = ['2026-03-09T14:02:11.480Z', '2026-03-09T14:02:12.207Z']

const started: Import = {
  id: 'i2w7k4c9x1n6m8h3b5t0q2vd',
  state: 'waiting',
  dryRun: true,
  skipRefused: false,
  fileName: 'products_export.csv',
  format: null,
  columns: [],
  counts: { new: 0, changed: 0, unchanged: 0, refused: 0 },
  dropped: [],
  newCategories: [],
  cap: null,
  pictures: { total: 0, stored: 0, failed: 0 },
  undo: null,
  error: null,
  undoableUntil: null,
  createdAt: asked,
  finishedAt: null,
}

/** A file from another shop's system is read in a dry run, and then imported. */
export const dryRunImport: Import = {
  ...started,
  state: 'done',
  format: 'shopify',
  columns: [
    { header: 'Handle', field: 'slug', example: 'cafe-de-altura' },
    { header: 'Title', field: 'name', example: 'Café de altura' },
    { header: 'Variant Price', field: 'price', example: '89.00' },
    { header: 'Vendor', field: null, example: 'Finca El Hato' },
  ],
  counts: { new: 1, changed: 1, unchanged: 0, refused: 1 },
  dropped: [{ reason: 'archived', message: lossTexts.archived, products: 1, line: 4 }],
  cap: { limit: 50, used: 24, after: 25 },
  finishedAt: read,
}

export const startedImport: Import = { ...started, id: 'i6d3m9x2w7c4k8h1b5t0n3vq', dryRun: false }

export const imported: Import = {
  ...dryRunImport,
  ...{ id: startedImport.id, dryRun: false, skipRefused: true },
  pictures: { total: 4, stored: 3, failed: 0 },
  undoableUntil: '2026-04-08T14:02:12.207Z',
}

export const importedRows = [
  {
    line: 2,
    action: 'changed',
    productId: ids.coffee,
    name: 'Café de altura',
    issues: [],
    changes: [{ field: 'price', before: 85, after: 89 }],
    kept: [],
  },
  {
    line: 4,
    action: 'new',
    productId: null,
    name: 'Taza de barro',
    issues: [],
    changes: [{ field: 'name', before: null, after: 'Taza de barro' }],
    kept: [],
  },
  {
    line: 5,
    action: 'refused',
    productId: null,
    name: 'Filtro de tela',
    issues: [{ field: 'price', reason: 'type', message: '«a consultar» no es un importe (línea 5)' }],
    changes: [],
    kept: [],
  },
]
