/** The name of a field's column: `comparePrice` is `compare_price`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Column names come from the code, so the cache is bounded. */
const known = new Map<string, string>()

/** The name in code of a column: `order_number` is `orderNumber`. */
export function camelCase(column: string): string {
  const before = known.get(column)
  if (before !== undefined) return before
  const made = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  known.set(column, made)
  return made
}
