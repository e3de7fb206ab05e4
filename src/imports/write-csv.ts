import { escapeFormula, toCsv } from '../core/values/csv.ts'
import { AMOUNTS, textColumns, type Cells, type Field, type Format } from './fields.ts'

type Column = [header: string, field: Field | null, constant?: string]

/** The columns of each format, with its own headers; a constant fills a column that we have no field for. */
const otherColumns: Record<Format, Column[]> = {
  vitrina: [
    ['Id', 'id'], ['Slug', 'slug'], ['Nombre', 'name'], ['Descripción', 'description'], ['Precio', 'price'],
    ['Precio anterior', 'comparePrice'], ['Categoría', 'category'], ['Visible', 'isActive'], ['Fotos', 'images'],
    ['Textos de las fotos', 'imageAlts'], ['Id de la variante', 'variantId'], ['Variante', 'variantName'],
    ['Precio de la variante', 'variantPrice'], ['Variante activa', 'variantIsActive'], ['Stock', 'stock'],
    ['Foto de la variante', 'variantImage'], ['Opción 1', 'option1Name'], ['Valor de la opción 1', 'option1Value'],
    ['Opción 2', 'option2Name'], ['Valor de la opción 2', 'option2Value'], ['Opción 3', 'option3Name'],
    ['Valor de la opción 3', 'option3Value'], ['Todos los valores de la opción 1', 'option1Values'],
    ['Todos los valores de la opción 2', 'option2Values'], ['Todos los valores de la opción 3', 'option3Values'],
  ],
  shopify: [
    ['Handle', 'slug'], ['Title', 'name'], ['Body (HTML)', 'description'], ['Type', 'category'], ['Published', 'isActive'],
    ['Option1 Name', 'option1Name'], ['Option1 Value', 'option1Value'], ['Option2 Name', 'option2Name'],
    ['Option2 Value', 'option2Value'], ['Option3 Name', 'option3Name'], ['Option3 Value', 'option3Value'],
    ['Variant Price', 'price'],
    ['Variant Compare At Price', 'comparePrice'], ['Variant Inventory Tracker', 'stockTracker'],
    ['Variant Inventory Qty', 'stock'], ['Image Src', 'images'], ['Image Position', 'imagePosition'],
    ['Image Alt Text', 'imageAlts'], ['Variant Image', 'variantImage'], ['Status', 'status'],
  ],
  tiendanube: [
    ['Identificador de URL', 'slug'], ['Nombre', 'name'], ['Categorías', 'category'],
    ['Nombre de propiedad 1', 'option1Name'], ['Valor de propiedad 1', 'option1Value'],
    ['Nombre de propiedad 2', 'option2Name'], ['Valor de propiedad 2', 'option2Value'],
    ['Nombre de propiedad 3', 'option3Name'], ['Valor de propiedad 3', 'option3Value'], ['Precio', 'price'],
    ['Precio promocional', 'salePrice'], ['Stock', 'stock'], ['Mostrar en tienda', 'isActive'], ['Descripción', 'description'],
  ],
  woocommerce: [
    ['Type', 'kind'], ['Name', 'name'], ['Published', 'isActive'], ['Description', 'description'],
    ['Stock', 'stock'], ['Sale price', 'salePrice'], ['Regular price', 'price'], ['Categories', 'category'], ['Images', 'images'],
    ['Parent', 'parent'], ['Attribute 1 name', 'option1Name'], ['Attribute 1 value(s)', 'option1Value'],
    ['Attribute 1 visible', null, '1'], ['Attribute 1 global', null, '0'], ['Attribute 2 name', 'option2Name'],
    ['Attribute 2 value(s)', 'option2Value'], ['Attribute 2 visible', null, '1'], ['Attribute 2 global', null, '0'],
    ['Attribute 3 name', 'option3Name'], ['Attribute 3 value(s)', 'option3Value'], ['Attribute 3 visible', null, '1'],
    ['Attribute 3 global', null, '0'], ['Meta: vitrina_slug', 'slug'],
  ],
  feed: [
    ['id', 'id'], ['title', 'name'], ['description', 'description'], ['availability', null, 'in stock'],
    ['condition', null, 'new'], ['price', 'price'], ['sale_price', 'salePrice'], ['link', 'link'],
    ['image_link', 'images'], ['additional_image_link', 'moreImages'], ['item_group_id', 'group'],
    ['product_type', 'category'], ['size', 'size'], ['status', 'status'],
  ],
} // prettier-ignore

/** Of plain texts our own format has columns for products and for variants, other formats one for both. */
const columnsOf = (format: Format): Column[] => [
  ...otherColumns[format],
  ...textColumns
    .filter(({ isOwn }) => !isOwn || format === 'vitrina')
    .map(({ field, headers }): Column => [headers[format], field]),
]

export const headersOf = (format: Format, currency: string): string =>
  linesOf([columnsOf(format).map(([header]) => header)], format, currency)

/** Writes rows as CSV; text that a spreadsheet would run as a formula is escaped. */
export function writeRows(rows: Cells[], format: Format, currency: string): string {
  const columns = columnsOf(format)
  const cells = rows.map((row) =>
    columns.map(([, field, constant]) => {
      const text = (field ? row[field] : constant) ?? ''
      return format === 'vitrina' && isAmount(field) && text !== '' ? Number(text) : text
    }),
  )
  return linesOf(cells, format, currency)
}

const isAmount = (field: Field | null) => AMOUNTS.some((amount) => amount === field)

/** Our own format has the separator and decimals of the currency's country; others have those of their shops. */
function linesOf(rows: (string | number)[][], format: Format, currency: string): string {
  if (format === 'vitrina') return toCsv(rows, currency).slice(1)
  const separator = format === 'tiendanube' ? ';' : ','
  return rows
    .map((row) => `${row.map((cell) => quoted(escapeFormula(String(cell)))).join(separator)}\r\n`)
    .join('')
}

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
