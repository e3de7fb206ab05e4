import type { Row } from '../row.ts'
import { parseBoolean } from '../words.ts'

/**
 * The rows of a product in a format whose variants are each shown or hidden: the product is shown if one of them is. Where none is,
 * the product is hidden and its variants are not, so that it can be published again. A cell that is not understood stays for its issue.
 */
export function withVisibilityOfRows(rows: Row[]): Row[] {
  const shown = rows.map(({ cells: { isActive, status } }) =>
    [isActive, status].filter((cell) => cell).map((cell) => parseBoolean(cell)),
  )
  const words = shown.flat()
  if (rows.length === 1 || words.length === 0 || words.includes(undefined)) return rows
  const areShown = shown.map((some) => some.every((word) => word === true))
  if (!areShown.includes(true)) return rows
  return rows.map((row, n) => {
    const variantIsActive = areShown[n] ? 'sí' : 'no'
    const ofProduct = n === 0 && { isActive: 'sí', status: '' }
    return { ...row, cells: { ...row.cells, variantIsActive, ...ofProduct } }
  })
}
