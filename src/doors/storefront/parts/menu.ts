import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { catalogHref } from '../../../features/catalog/address.ts'
import type { Category } from '../../../features/catalog/catalog.ts'
import type { Section } from '../menu.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { layoutOf } from '../themes/layouts.ts'
import { sectionBar } from './category-bar.ts'
import { shopLink } from './shop-link.ts'

/** The products by category, below an index of the sections; long sections link to their category's page. */
export function menu(
  shop: Shop,
  { categories, sections }: { categories: Category[]; sections: Section[] },
): Html {
  const shown = sections.map((section) => html`<a href="#${idOf(section)}">${nameOf(section)}</a>`)
  const others = categories
    .filter(({ id }) => sections.every(({ category }) => category?.id !== id))
    .map((category) => shopLink(shop, catalogHref(shop, { category }), category.name))
  return html`
    ${sectionBar([...shown, ...others])}
    <div id="results">
      ${sections.map((one, n) => section(shop, one, n === 0))}
      <p class="actions">${shopLink(shop, allHref(shop), t('Ver todos los productos'), 'button ghost')}</p>
    </div>
  `
}

function section(shop: Shop, one: Section, isFirst: boolean): Html {
  const { category, total, products } = one
  const { front, list } = layoutOf(shop)
  return html`
    <section id="${idOf(one)}" class="section">
      <h2>${nameOf(one)}</h2>
      ${isFirst ? front(shop, products) : list(shop, products, 'h3')}
      ${category && total > products.length && rest(shop, category, total)}
    </section>
  `
}

const rest = (shop: Shop, category: Category, total: number) => html`
  <p>${shopLink(shop, catalogHref(shop, { category }), t('Ver los {total} de {category}', { total, category: category.name }), 'quiet')}</p>
`

const nameOf = ({ category }: Section) => category?.name ?? t('Otros | productos')

/** The prefix keeps it distinct from the page's other ids. */
const idOf = ({ category }: Section) => (category ? `menu-${category.slug}` : 'otros')

/** One list of all products, which can be sorted and filtered. */
const allHref = (shop: Shop) => catalogHref(shop, { sort: 'nombre' })
