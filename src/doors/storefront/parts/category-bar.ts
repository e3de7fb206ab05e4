import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import { catalogHref } from '../../../features/catalog/address.ts'
import type { Category } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { shopLink } from './shop-link.ts'

export function categoryBar(shop: Shop, categories: Category[], current: Category | null): Html | null {
  if (categories.length === 0) return null
  const chip = (name: Wording, to: Category | null) => {
    const isCurrent = to?.id === current?.id ? html`aria-current="page"` : null
    return html`<li>${shopLink(shop, catalogHref(shop, { category: to }), name, '', isCurrent)}</li>`
  }
  return bar('chips', [chip(t('Todo'), null), ...categories.map((to) => chip(to.name, to))])
}

export const sectionBar = (links: Html[]): Html =>
  bar(
    'chips index',
    links.map((link) => html`<li>${link}</li>`),
  )

const bar = (classes: string, links: Html[]) =>
  html`<nav class="${classes}" aria-label="${t('Categorías')}"><ul>${links}</ul></nav>`
