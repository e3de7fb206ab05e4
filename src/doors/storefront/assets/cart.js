// The cart of this store, in localStorage. A line is [variant, quantity, the price that was seen]; a variant with choices or a note
// is `variant*choices*note`.

const { shop, base, maxLines, maxQuantity } = document.body.dataset
const name = `vitrina:${shop}`
const orderedName = `${name}:listos`

/** Whether this browser stores carts. Where it does not, pages work as without JavaScript: their addresses carry the cart. */
export const isStored = canStore()

function canStore() {
  try {
    localStorage.setItem('vitrina', '')
    localStorage.removeItem('vitrina')
    return true
  } catch {
    return false
  }
}

/** Earlier releases could store a line of null. @returns {[string, number, string][]} */
export const read = () => stored(name).filter((line) => line?.[0] && line[1] > 0)

export function write(lines) {
  store(name, lines)
  dispatchEvent(new Event('cart'))
}

/** Adds lines to the cart, up to what there is of each; lines of one variant are merged, with the newest price. */
export const add = (more, max = maxQuantity) => merge(more, (had, quantity) => Math.min(max, had + quantity))

/** Puts the lines of an earlier order in the cart; idempotent. */
export const repeat = (more) => merge(more, Math.max)

function merge(more, quantityOf) {
  const lines = read()
  for (const [variant, quantity, seen] of more) {
    const line = lines.find(([known]) => known === variant)
    if (line) [line[1], line[2]] = [Math.min(Number(maxQuantity), quantityOf(line[1], quantity)), seen]
    else if (lines.length < Number(maxLines)) lines.push([variant, quantityOf(0, quantity), seen])
  }
  write(lines)
}

export function removeOrdered(ordered) {
  store(orderedName, [...new Set([...stored(orderedName), keyOf(ordered)])].slice(-10))
  remove(ordered)
}

/** Removes these quantities; what another tab added meanwhile stays. */
export const remove = (lines) =>
  write(read().map(([variant, quantity, seen]) => [variant, quantity - quantityOf(lines, variant), seen]))

export const quantityOf = (lines, variant) => lines.find(([known]) => known === variant)?.[1] ?? 0

/**
 * Whether these lines, of a page's address, were ordered already and are not the stored cart again: going back to such a page
 * shows the stored cart instead.
 */
export const wasOrdered = (lines) =>
  stored(orderedName).includes(keyOf(lines)) && keyOf(lines) !== keyOf(read())

const keyOf = (lines) =>
  lines
    .map(([variant, quantity]) => `${variant}*${quantity}`)
    .toSorted()
    .join()

/** What this browser stores under a name; `empty` of anything that can't be read. */
export function stored(key, empty = []) {
  try {
    return JSON.parse(localStorage[key]) ?? empty
  } catch {
    return empty
  }
}

export function store(key, value) {
  try {
    localStorage[key] = JSON.stringify(value)
  } catch {
    // A full storage, or none: the cart's address still carries it.
  }
}

export const count = () => read().reduce((sum, [, quantity]) => sum + quantity, 0)

/** The lines that an address or a form carries: `v=variant~price*choices*note&n=quantity`, repeated. */
export function linesOf(query) {
  const quantities = query.getAll('n')
  return query.getAll('v').map((value, i) => {
    const [priced, ...rest] = value.split('*')
    const [variant, seen = ''] = priced.split('~')
    const quantity = Math.trunc(Number(quantities[i] ?? 1))
    return [[variant, ...rest].join('*'), quantity >= 0 ? quantity : 1, seen]
  })
}

export function href(lines = read(), page = 'carrito') {
  const query = lines.map(([variant, quantity, seen]) => {
    const value = seen ? variant.replace(/(?=\*)|$/, `~${seen}`) : variant
    return `v=${encodeURIComponent(value).replaceAll('%20', '+')}&n=${quantity}`
  })
  return `${base}/${page}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Why no more than these of something go into the cart. */
export function limitText(count) {
  if (count === 0) return t('Tu carrito está lleno: envía este pedido y haz otro')
  return t('{count, plural, one {Queda #: ya está en tu carrito} other {Quedan #: ya están en tu carrito}}', {
    count,
  })
}
