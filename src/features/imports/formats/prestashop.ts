import type { Row } from '../row.ts'
import { withDiscount } from './discount.ts'
import { type Format, ownKey } from './format.ts'

export const prestashop: Format = {
  name: 'prestashop',
  label: 'PrestaShop',
  isRecognised: (has) =>
    has('price tax excluded', 'price tax included') ||
    has('precio impuestos excluidos', 'precio impuestos incluidos'),
  headers: () => ({
    isActive: ['Active (0/1)', 'Activo (0/1)'],
    price: ['Price tax included', 'Precio impuestos incluidos'],
    discountValue: ['Discount amount', 'Valor del descuento'],
    discountPercent: ['Discount percent', 'Porcentaje de descuento', 'Porcentaje del descuento'],
    saleStarts: ['Discount from (yyyy-mm-dd)', 'Descuento desde (aaaa-mm-dd)'],
    saleEnds: ['Discount to (yyyy-mm-dd)', 'Descuento hasta (aaaa-mm-dd)'],
    category: ['Categories (x,y,z...)', 'Categorías (x,y,z...)'],
    sku: ['Reference #', 'Reference', 'Referencia', 'Referencia nº'],
    gtin: ['EAN-13', 'EAN13'],
    stock: ['Quantity', 'Cantidad'],
    images: ['Image URLs (x,y,z...)', 'URL de las imágenes (x,y,z...)'],
    shortDescription: ['Summary', 'Resumen'],
    brand: ['Manufacturer', 'Brand', 'Fabricante'],
  }),
  keyOf: () => ownKey,
  translate: (rows) => rows.map(withoutRootCategory).map(withPrices),
  categories: { list: /,/ },
}

const withoutRootCategory = (row: Row): Row => {
  const category = row.cells.category?.replace(/^(?:inicio|home|raíz|root)\s*,\s*/i, '')
  return { ...row, cells: { ...row.cells, ...(category !== undefined && { category }) } }
}

function withPrices(row: Row): Row {
  const { price, discountValue: amount, discountPercent: percent } = row.cells
  return amount === undefined && percent === undefined ? row : withDiscount(row, { price, amount, percent })
}
