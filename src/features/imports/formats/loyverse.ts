import type { Row } from '../row.ts'
import { type Format, type Headers, ownKey, withVisibilityOfRows } from './format.ts'

/** A row for each variant, in which the first alone has what the item has; columns by shop: `Precio [Local]`. */
export const loyverse: Format = {
  name: 'loyverse',
  label: 'Loyverse',
  isRecognised: (has) => has('handle') && has('vendido por peso', 'sold by weight'),
  cleanHeader: (header) => header.replace(/\[[^[\]]*\]$/, '').trimEnd(),
  headers: () => ({
    sku: ['REF', 'SKU'],
    price: ['Precio', 'Price', 'Preço', 'Precio por defecto', 'Default price', 'Preço padrão'],
    stockTracker: ['Seguir el inventario', 'Track stock', 'Rastrear estoque'],
    stock: ['En inventario', 'In stock', 'Em estoque'],
    isActive: ['Disponibles para la venta', 'Available for sale', 'Disponível para venda'],
    ...optionHeaders,
  }),
  keyOf: () => ownKey,
  translate: (rows) => withVisibilityOfRows(rows.map((row) => withTrackerOf(rows[0]!, row))),
}

const optionHeaders: Headers = Object.fromEntries(
  [1, 2, 3].flatMap((n) => [
    [`option${n}Name`, [`Opción ${n} nombre`, `Option ${n} name`, `Nome da opção ${n}`]],
    [`option${n}Value`, [`Opción ${n} valor`, `Option ${n} value`, `Valor da opção ${n}`]],
  ]),
)

/** Whether the stock is counted stands in the item's first row. */
const withTrackerOf = ({ cells: { stockTracker } }: Row, row: Row): Row => ({
  ...row,
  cells: { ...row.cells, stockTracker: row.cells.stockTracker || stockTracker },
})
