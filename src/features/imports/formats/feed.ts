import { t } from '../../../core/texts/text.ts'
import { type Format, withVisibilityOfRows } from './format.ts'

export const feed: Format = {
  name: 'feed',
  label: t('Google o Meta'),
  isRecognised: (has) => has('image link', 'item group id', 'google product category'),
  headers: () => ({
    isActive: ['visibility'],
    availability: ['availability'],
    stock: ['quantity_to_sell_on_facebook', 'inventory', 'sell_on_google_quantity', 'quantity'],
  }),
  keyOf:
    () =>
    ({ line, cells }) =>
      cells.group || cells.id || `line ${line}`,
  translate: withVisibilityOfRows,
  categories: { step: '>' },
  idOf: ({ id, group }) => group || id,
  nameOf: commonName,
}

/** Feeds name each variant after its product: the product's name is their common prefix. */
function commonName(names: string[]): string | undefined {
  const [first] = names
  if (first === undefined) return undefined
  const common = names.reduce(commonPrefix).replace(/[\ud800-\udbff]$/, '') // half of a character
  return common.replace(/[\s,(/|–-]{1,9}$/, '') || first
}

/** In linear time, because a name may be half a megabyte long. */
function commonPrefix(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}
