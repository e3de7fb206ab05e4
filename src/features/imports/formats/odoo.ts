import type { Row } from '../row.ts'
import { type Format, ownKey } from './format.ts'

export const odoo: Format = {
  name: 'odoo',
  label: 'Odoo',
  isRecognised: (has) =>
    (has('list price') && has('default code', 'categ id', 'qty available')) ||
    (has('referencia interna', 'internal reference') && has('precio de venta', 'sales price')),
  headers: () => ({
    price: ['list_price', 'Precio de venta', 'Sales Price'],
    sku: ['default_code', 'Referencia interna', 'Internal Reference'],
    category: ['categ_id', 'Categoría del producto', 'Product Category'],
    stock: ['qty_available', 'Cantidad a mano', 'Quantity On Hand'],
    isActive: ['active', 'Activo'],
    description: ['description_sale', 'Descripción de venta', 'Sales Description'],
    kind: ['detailed_type', 'type', 'Tipo de producto', 'Product Type'],
  }),
  keyOf: () => ownKey,
  translate: (rows) => rows.map(withoutCountOfServices),
  categories: { step: '/' },
}

/** Of consumables and services it says 0, because it does not count them. */
const withoutCountOfServices = (row: Row): Row =>
  /^(?:consu|service|servi|consumi)/i.test(row.cells.kind ?? '')
    ? { ...row, cells: { ...row.cells, stock: row.cells.stock && '' } }
    : row
