import { html, type Html } from '../../core/http/html.ts'
import { catalogHref } from '../address.ts'
import type { Category } from '../catalog.ts'
import type { Shop } from '../shop.ts'

/** The categories as links to their pages; `current` is null where all products are shown. */
export function categoryBar(shop: Shop, categories: Category[], current: Category | null): Html | null {
  if (categories.length === 0) return null
  const chip = (name: string, to: Category | null) => {
    const isCurrent = to?.id === current?.id && html` aria-current="page"`
    return html`<li><a href="${catalogHref(shop, { category: to })}"${isCurrent}>${name}</a></li>`
  }
  return bar('chips', [chip('Todo', null), ...categories.map((to) => chip(to.name, to))])
}

/** The sections of a page as links to each, and the categories that have no section on it. */
export const sectionBar = (links: { name: string; href: string }[]): Html =>
  bar(
    'chips index',
    links.map(({ name, href }) => html`<li><a href="${href}">${name}</a></li>`),
  )

const bar = (classes: string, links: Html[]) =>
  html`<nav class="${classes}" aria-label="Categorías"><ul>${links}</ul></nav>`
