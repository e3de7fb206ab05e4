import type { Issue } from '../core/errors/errors.ts'
import { truncated } from '../core/values/text.ts'
import { optionFields } from './columns.ts'
import type { Prices, Row } from './draft.ts'
import type { Loss } from './losses.ts'

const isKind =
  (kinds: RegExp) =>
  ({ cells }: Row): boolean =>
    kinds.test(cells.kind ?? '')

/** Whether a row is a variant of a product of another row. */
export const isVariation = isKind(/variation|variaci|variação/i)
const isExternal = isKind(/external|extern/i)
const isDownloadable = isKind(/download|descarg/i)
const isGrouped = isKind(/grouped|agrupad/i)
const isVariable = isKind(/variable|variável/i)

/** The row of the product first: those of its variations may stand before it in the file. */
export const withProductFirst = (rows: Row[]): Row[] => [
  ...rows.filter((row) => !isVariation(row)),
  ...rows.filter(isVariation),
]

/** Commas divide values and categories; one inside of them has a backslash before it. */
export const withCommas = (text: string) => text.replaceAll(String.raw`\,`, ',')
export const escapeCommas = (text: string) => text.replaceAll(',', String.raw`\,`)

/** Issues for variations whose product the file does not have: their names and options would become a product's. */
export function orphanIssues([first]: Row[]): Issue[] {
  if (!first || !isVariation(first)) return []
  const parent = truncated(first.cells.parent ?? '', 80)
  const message =
    `Es una variación de un producto${parent && ` (${parent})`} que no está en el archivo (línea ${first.line}): ` +
    'expórtalo junto con sus variaciones'
  return [{ field: 'parent', reason: 'not_found', message }]
}

/** Why a new product has no price, and what to do about it. */
export function missingPrice([first, ...variations]: Row[]): Issue {
  const message = isGrouped(first!)
    ? 'Es un producto agrupado: solo reúne otros, que se importan por separado. Importa sin esta fila'
    : variations.length > 0
      ? 'Ninguna de sus variaciones tiene precio: pónselo en el archivo, o importa sin este producto'
      : isVariable(first!)
        ? 'Es un producto variable y el archivo no trae sus variaciones, que tienen el precio: expórtalas también'
        : 'No tiene precio: pónselo en el archivo, o importa sin este producto'
  return { field: 'price', reason: 'required', message: `${message} (línea ${first!.line})` }
}

/** What is lost of a product, by its rows and the prices of each. */
export function wooLosses(rows: Row[], prices: Prices[]): Loss[] {
  const losses = {
    unpricedVariants: hasUnpricedVariants(rows, prices),
    openOptions: rows.some((row) => isVariation(row) && hasOpenOption(row)),
    external: isExternal(rows[0]!),
    downloadable: rows.some(isDownloadable),
  }
  return (Object.keys(losses) as (keyof typeof losses)[]).filter((loss) => losses[loss])
}

/** Whether some variations have a price and others do not, which can't be bought there. */
export const hasUnpricedVariants = (rows: Row[], prices: Prices[]): boolean =>
  prices[0]?.price === undefined &&
  prices.some(({ price }) => price !== undefined) &&
  rows.some((row, n) => isVariation(row) && prices[n]!.price === undefined)

const hasOpenOption = ({ cells }: Row): boolean =>
  optionFields.some(([name, value]) => cells[name] && !cells[value])
