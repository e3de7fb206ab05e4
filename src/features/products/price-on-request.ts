/** Whether nothing is said of a price: with groups of choices, what is chosen may have one. */
export const saysZero = (product: { modifierGroupIds: string[] }, price: number): boolean =>
  price === 0 && product.modifierGroupIds.length === 0

/** Whether the store gives the price on request: it can't be ordered until then. */
export const isOnRequest = (
  { zeroPrice }: { zeroPrice: 'free' | 'ask' },
  product: { modifierGroupIds: string[] },
  price: number,
): boolean => zeroPrice === 'ask' && saysZero(product, price)
