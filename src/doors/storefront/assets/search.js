// The search while the shopper types: where products are listed, in their place; elsewhere below the field.
import { load, replace } from './page.js'

const { base } = document.body.dataset

let typing
let searches = 0

/** In a list, the address keeps the search. @param shown runs when another page is shown */
export function searchSoon(input, shown) {
  clearTimeout(typing)
  typing = setTimeout(async () => {
    const text = input.value.trim()
    const url = `${base || '/'}${text && `?q=${encodeURIComponent(text)}`}`
    const search = ++searches
    const page = await load(url)
    if (search !== searches || !page?.getElementById('results')) return
    if (!document.getElementById('results')) return suggest(input.form, text && page, url)
    replace(page, 'main')
    shown()
    history.replaceState(null, '', url)
    document.title = page.title
  }, 180)
}

const [around, first, all] = ['div', 'ul', 'a'].map((tag) => document.createElement(tag))
around.className = 'suggested'
around.tabIndex = -1 // a browser whose links take no focus keeps it in here while one is pressed
all.ariaLive = 'polite'
around.append(first, all)

function suggest(form, page, url) {
  if (!page) return around.remove()
  first.replaceChildren(...[...page.querySelectorAll('.card')].slice(0, 5))
  all.href = url
  all.textContent = page.querySelector('.found').textContent
  form.after(around)
}
