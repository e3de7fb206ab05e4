// The cart of this store, kept on the phone. A line is [variant, quantity, the price that was seen].

const { shop, maxLines, maxQuantity } = document.body.dataset
const name = `vitrina:${shop}`

/** @returns {[string, number, string][]} */
export function read() {
  try {
    const lines = JSON.parse(localStorage.getItem(name) ?? '[]')
    return lines.filter(([variant, quantity]) => variant && quantity > 0)
  } catch {
    return []
  }
}

export function write(lines) {
  try {
    localStorage.setItem(name, JSON.stringify(lines))
  } catch {
    // A full or forbidden storage: the cart's address still carries it.
  }
  dispatchEvent(new Event('cart'))
}

/** Adds lines to those that are there; of the same variant there is one, with the newest price. */
export function add(more) {
  const lines = read()
  for (const [variant, quantity, seen] of more) {
    const line = lines.find(([known]) => known === variant)
    if (line) [line[1], line[2]] = [Math.min(Number(maxQuantity), line[1] + quantity), seen]
    else if (lines.length < Number(maxLines)) lines.push([variant, quantity, seen])
  }
  write(lines)
}

export const count = () => read().reduce((sum, [, quantity]) => sum + quantity, 0)

/** The lines that an address or a form carries: `v=variant~price&n=quantity`, repeated. */
export function linesOf(query) {
  const quantities = query.getAll('n')
  return query.getAll('v').map((value, i) => {
    const [variant, seen = ''] = value.split('~')
    return [variant, Math.trunc(Number(quantities[i])) || 1, seen]
  })
}

export function href(lines = read()) {
  const query = lines.map(([variant, quantity, seen]) => `v=${variant}${seen && `~${seen}`}&n=${quantity}`)
  return `/${shop}/carrito${query.length > 0 ? `?${query.join('&')}` : ''}`
}
