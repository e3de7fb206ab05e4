import { t } from '../../../core/texts/text.ts'
import { updateProduct } from '../../../features/products/update.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { categories } from '../../../features/categories/category.ts'
import { selectProducts } from '../../../features/products/list.ts'
import type { Product } from '../../../features/products/product.ts'
import { offerUndo } from '../forms/perform.ts'
import { bulkFields, bulkForm, BulkProducts, changeEach, requireSome } from './bulk-products.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { emptyState } from '../parts/list.ts'
import { listHref, pager, readPage } from '../parts/pager.ts'
import { productList } from './product-list.ts'
import { filterForm, filterOf, searchOf, type Filter } from './product-filter.ts'

const PAGE = 50
const PERCENT = '/productos/precios/porcentaje'

export const productsPage = storePage({
  path: '/productos',
  needs: 'products:read',
  async show(context) {
    const filter = filterOf(context.query)
    const [products, allCategories] = await Promise.all([
      readPage(context.query, PAGE, (page) =>
        selectProducts(context.sql, context.store.id, { ...filter, ...page, variants: 'active' }),
      ),
      categories.all(context.sql, context.store.id),
    ])
    const isWanted = 'elegir' in context.query || context.form('/productos/varios').isSubmitted
    const isChoosing = isWanted && context.can('products:write')
    const isList = products.data.length > 0
    const fields = isList && isChoosing ? bulkFields(context, allCategories, searchOf(context.query)) : null
    const how = { categories: allCategories, query: searchOf(context.query), isChoosing }
    const list =
      isList &&
      html`
        ${await productList(context, products.data, how)}
        ${fields && bulkForm(context, fields, searchOf(context.query))}
      `
    return {
      title: t('Productos'),
      fields: [fields],
      action: context.can('products:write') ? newProduct(context) : undefined,
      main: html`
        ${filterForm(context, filter, allCategories)}
        ${products.data.length > 1 && bulkLinks(context, isChoosing, products.total)}
        ${list || emptyList(context, filter)}
        ${!isChoosing && fileLinks(context)}
        ${pager(products, (offset) => hrefOf(context, { offset: String(offset) }))}
      `,
    }
  },
  forms: {
    '/productos/:id/visible': {
      operation: updateProduct,
      undo: true,
      done: (product) =>
        (product as Product).isActive
          ? t('{name} se ve en la tienda', { name: (product as Product).name })
          : t('Ocultaste {name}', { name: (product as Product).name }),
      next: ({ query }) => `/productos${searchOf(query)}`,
    },
    '/productos/varios': {
      body: BulkProducts,
      needs: 'products:write',
      run: async (context, input: BulkProducts, key) => {
        const { action } = input
        if (action === 'price')
          return { next: `${PERCENT}${listHref('', { ids: requireSome(input).join(',') })}` }
        return {
          message: await changeEach(context, { ...input, action }, key),
          next: `/productos${searchOf(context.query)}`,
          ...(await offerUndo(context, '/productos')),
        }
      },
    },
  },
})

/** This list with other values in its address, from its beginning. */
const hrefOf = ({ base, query }: StoreContext, changes: Record<string, string>) =>
  `${base}/productos${searchOf(query, { offset: '', ...changes })}`

const newProduct = ({ base }: StoreContext) => html`
  <a class="button" href="${base}/productos/nuevo">${icon('plus')} ${t('Nuevo')}</a>
`

function bulkLinks({ base, query, can }: StoreContext, isChoosing: boolean, total: number): Html {
  const hrefTo = (elegir: string) => `${base}/productos${searchOf(query, { elegir })}`
  if (isChoosing)
    return html`
      <p>
        <a class="quiet" href="${hrefTo('todos')}">${icon('check')} ${t('Elegir los de esta página')}</a>
        <a class="quiet" href="${base}${PERCENT}${searchOf(query, { offset: '' })}">
          ${icon('percent')} ${t('Precios de los {total} productos de este filtro', { total })}
        </a>
      </p>
    `
  const prices = `${base}/productos/precios${searchOf(query, { offset: '' })}`
  return html`
    <p>
      <a class="quiet" data-choose href="${hrefTo('1')}">${t('Elegir varios')}</a>
      ${can('products:write') && html` <a class="quiet" href="${prices}">${t('Precios y stock')}</a>`}
    </p>
  `
}

const fileLinks = ({ base, can }: StoreContext) => html`
  <p>
    ${can('products:write') && html`<a class="quiet" href="${base}/importar">${icon('upload')} ${t('Importar')}</a> `}
    <a class="quiet" href="${base}/exportar">${icon('down')} ${t('Exportar')}</a>
    <a class="quiet" href="${base}/productos/papelera">${icon('trash')} ${t('Papelera')}</a>
  </p>
`

function emptyList(context: StoreContext, { search, status, categoryId }: Filter): Html {
  if (search || status !== 'all' || categoryId) {
    const all = html`<a class="button ghost" href="${context.base}/productos">${t('Ver todos')}</a>`
    return emptyState(
      'search',
      t('Ningún producto es así'),
      t('Prueba con otra palabra o quita los filtros.'),
      all,
    )
  }
  const action = context.can('products:write') ? newProduct(context) : undefined
  return emptyState(
    'products',
    t('Todavía no hay productos'),
    t('Con una foto, un nombre y un precio ya puedes vender el primero.'),
    action,
  )
}
