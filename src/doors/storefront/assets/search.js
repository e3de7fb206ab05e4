// The search of the catalog while the shopper types.
import { load, replace } from './page.js'

const { base } = document.body.dataset

let typing
let searches = 0

/** The address keeps the search. @param shown runs when another page is shown */
export function searchSoon(input, shown) {
  clearTimeout(typing)
  typing = setTimeout(async () => {
    const text = input.value.trim()
    const url = `${base || '/'}${text && `?q=${encodeURIComponent(text)}`}`
    const search = ++searches
    const page = await load(url)
    if (search !== searches || !page?.getElementById('results')) return
    replace(page, 'main')
    shown()
    history.replaceState(null, '', url)
    document.title = page.title
  }, 180)
}
