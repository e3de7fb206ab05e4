import { fold, truncated } from '../core/values/text.ts'
import { FIELDS, textColumns, type Field, type Format } from './fields.ts'
import type { Table } from './read-csv.ts'

/** A column of a file with the field that it holds (null: it is ignored) and its first non-empty cell, truncated. */
export type Column = { header: string; field: Field | null; example: string | null }

/** A column map: the field of each header that was chosen by hand, null to leave it out. */
export type ColumnMap = Record<string, Field | null>

/** Maps the columns of a file to fields, by their headers or as chosen by hand, and recognises the format. */
export function recogniseColumns(
  { headers, records }: Table,
  chosen: ColumnMap,
): { format: Format; columns: Column[] } {
  const names = headers.map(normalizeHeader)
  const format = formatOf(new Set(names))
  const fields = headers.map((header) => (Object.hasOwn(chosen, header) ? chosen[header]! : undefined))
  const mappedFields = new Set(fields)
  for (const field of FIELDS.filter((one) => !mappedFields.has(one))) {
    const best = bestColumn(names, aliasesOf(field, format), (n) => fields[n] === undefined)
    if (best >= 0) fields[best] = field
  }
  const columns = headers.map((header, n) => ({
    header,
    field: fields[n] ?? null,
    example: exampleIn(records, n),
  }))
  return { format, columns }
}

/** Rows in which an example is looked for. */
const MAX_SAMPLED_ROWS = 100

function exampleIn(records: Table['records'], n: number): string | null {
  const cells = records.slice(0, MAX_SAMPLED_ROWS).map((record) => record.cells[n]?.trim() ?? '')
  const first = cells.find((cell) => cell !== '')
  return first === undefined ? null : truncated(first.split('\n')[0]!, 60)
}

/** `Body (HTML)`: `body html` */
const normalizeHeader = (header: string) =>
  fold(header)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** The first header by the order of the aliases, not by that of the columns: the better known name wins. */
function bestColumn(names: string[], aliases: string[], isFree: (n: number) => boolean): number {
  for (const alias of aliases) {
    const found = names.findIndex((name, n) => name === alias && isFree(n))
    if (found >= 0) return found
  }
  return -1
}

function formatOf(names: Set<string>): Format {
  const has = (...some: string[]) => some.some((name) => names.has(name))
  if (has('identificador de url', 'identificador url')) return 'tiendanube'
  if (has('handle', 'url handle')) return 'shopify'
  if (has('image link', 'item group id', 'google product category')) return 'feed'
  const isWoo = has('regular price', 'precio normal', 'precio regular', 'preco', 'preco normal')
  if (isWoo && has('type', 'tipo', 'published', 'publicado')) return 'woocommerce'
  return 'vitrina'
}

const aliasesOf = (field: Field, format: Format) => [
  ...(formatAliases[format]?.[field] ?? []),
  ...textAliases(field, format),
  ...(aliases[field] ?? []),
]

/** The headers of a plain text, those of the file's format first. */
function textAliases(field: Field, format: Format): string[] {
  const column = textColumns.find((one) => one.field === field)
  if (!column) return []
  const { headers, isOwn, otherHeaders = [] } = { otherHeaders: undefined, ...column }
  const names = isOwn ? [headers.vitrina] : [headers[format], ...Object.values(headers), ...otherHeaders]
  return names.map(normalizeHeader)
}

const options = (n: number): Partial<Record<Field, string[]>> => ({
  [`option${n}Name`]: [
    `option${n} name`, `nombre de propiedad ${n}`, `attribute ${n} name`, `nombre del atributo ${n}`, `nome do atributo ${n}`,
    `opcion ${n}`, `nome da variacao ${n}`,
  ],
  [`option${n}Value`]: [
    `option${n} value`, `valor de propiedad ${n}`, `attribute ${n} value s`, `valor es del atributo ${n}`,
    `valores del atributo ${n}`, `valor es do atributo ${n}`, `valores do atributo ${n}`, `valor de la opcion ${n}`,
    `valor da variacao ${n}`,
  ],
  [`option${n}Values`]: [`todos los valores de la opcion ${n}`, `valores de la opcion ${n}`],
}) // prettier-ignore

/** The normalised headers of each field, the most specific first. */
const aliases: Partial<Record<Field, string[]>> = {
  id: ['id del producto', 'id', 'product id'],
  slug: ['slug', 'handle', 'url handle', 'identificador de url', 'identificador url', 'meta vitrina slug'],
  name: ['nombre', 'title', 'name', 'titulo', 'nome', 'nombre del producto', 'product name', 'producto'],
  description: ['descripcion', 'description', 'body html', 'descricao'],
  shortDescription: ['descripcion corta', 'short description', 'descricao curta', 'breve descripcion'],
  price: ['precio', 'variant price', 'price', 'precio de venta', 'regular price', 'precio normal', 'preco'],
  salePrice: ['precio promocional', 'sale price', 'precio rebajado', 'precio de oferta', 'preco promocional'],
  comparePrice: ['precio anterior', 'variant compare at price', 'compare at price', 'compareprice'],
  category: ['categoria', 'categorias', 'category', 'categories', 'product type', 'product category'],
  isActive: ['visible', 'published', 'published on online store', 'mostrar en tienda', 'publicado', 'isactive'],
  status: ['status', 'estado'],
  images: [
    'fotos', 'image src', 'product image url', 'images', 'imagenes', 'imagens', 'image link', 'imagen', 'foto', 'image url',
    'imageurl', 'image',
  ],
  moreImages: ['additional image link', 'mas fotos'],
  imageAlts: ['textos de las fotos', 'image alt text', 'alt'],
  imagePosition: ['image position'],
  variantId: ['id de la variante', 'variantid'],
  variantName: ['variante', 'variant', 'variantname'],
  variantPrice: ['precio de la variante', 'variantprice'],
  variantImage: ['foto de la variante', 'variant image', 'variant image url', 'imagen de la variante'],
  stock: ['stock', 'variant inventory qty', 'inventory quantity', 'inventario', 'unidades', 'estoque'],
  stockTracker: ['variant inventory tracker', 'inventory tracker'],
  variantIsActive: ['variante activa', 'variantisactive'],
  ...options(1),
  ...options(2),
  ...options(3),
} // prettier-ignore

/** Headers that have this meaning in one format only. */
const formatAliases: Partial<Record<Format, Partial<Record<Field, string[]>>>> = {
  shopify: { category: ['type'] },
  woocommerce: {
    kind: ['type', 'tipo'],
    price: ['regular price', 'precio normal', 'precio regular', 'preco normal', 'preco'],
    status: ['visibility in catalog', 'visibilidad en el catalogo', 'visibilidade no catalogo'],
    parent: ['parent', 'superior', 'principal', 'ascendente', 'pai', 'padre'],
    category: ['categorias', 'categories'],
  },
  feed: {
    color: ['color', 'colour'],
    size: ['size', 'talla'],
    material: ['material'],
    pattern: ['pattern'],
    group: ['item group id'],
    category: ['product type', 'google product category', 'fb product category'],
  },
}
