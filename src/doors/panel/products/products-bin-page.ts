import { t } from '../../../core/texts/text.ts'
import { html } from '../../../core/http/html.ts'
import { listDeletedProducts } from '../../../features/products/list-deleted.ts'
import { storePage } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { emptyState } from '../parts/list.ts'
import { pager, readPage } from '../parts/pager.ts'
import { thumb } from './product-list.ts'

const DAYS = 30
const DAY = 24 * 3600 * 1000

export const productsBinPage = storePage({
  path: '/productos/papelera',
  needs: 'products:write',
  async show(context) {
    const products = await readPage(context.query, 50, (page) =>
      listDeletedProducts(context.sql, context.store.id, page),
    )
    const rows = products.data.map((product) => {
      const { id, name, deletedAt } = product
      const left = Math.max(1, Math.ceil(DAYS - (Date.now() - Date.parse(deletedAt)) / DAY))
      const restore = buttonForm(
        context.form(`/productos/${id}/restaurar`),
        {},
        html`<button class="quiet" aria-label="${t('Restaurar {name}', { name })}">${t('Restaurar')}</button>`,
      )
      return html`
        <li>
          <span class="row">
            ${thumb(context, product)}
            <span class="row-text">
              <b>${name}</b>
              <small>${t('Se borra en {n, plural, one {# día} other {# días}}', { n: left })}</small>
            </span>
          </span>
          <div class="tools">${restore}</div>
        </li>
      `
    })
    const emptyList = emptyState(
      'trash',
      t('La papelera está vacía'),
      t('Lo que elimines queda aquí {days} días, por si te arrepientes.', { days: DAYS }),
      html`<a class="button ghost" href="${context.base}/productos">${t('Ir a los productos')}</a>`,
    )
    return {
      title: t('Papelera'),
      back: { href: `${context.base}/productos`, label: t('Productos') },
      main: html`
        ${rows.length > 0 ? html`<ul class="list products" aria-label="${t('Productos eliminados')}">${rows}</ul>` : emptyList}
        ${pager(products, (offset) => `${context.base}/productos/papelera?offset=${offset}`)}
      `,
    }
  },
})
