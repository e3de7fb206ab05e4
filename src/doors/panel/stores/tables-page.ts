import { html, trusted } from '../../../core/http/html.ts'
import { shippingOptions } from '../../../features/shipping/shipping-option.ts'
import { shopUrl } from '../../../features/stores/address.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { t } from '../../../core/texts/text.ts'

const MAX_TABLES = 100
const DEFAULT_TABLES = 12

/** A sheet to print with a code for each table: its link fills the table in at the checkout. */
export const tablesPage = storePage({
  path: '/compartir/mesas',
  needs: 'store:read',
  async show(context) {
    const { base, store, query } = context
    const count = Math.min(Math.max(Math.trunc(Number(query['hasta'])) || DEFAULT_TABLES, 1), MAX_TABLES)
    const codes = await Promise.all(Array.from({ length: count }, (_, n) => codeOf(context, n + 1)))
    return {
      title: t('Mesas de {name}', { name: store.name }),
      isBare: true,
      main: html`
        <form class="buttons no-print" action="${base}/compartir/mesas">
          <a class="quiet" href="${base}/compartir">${icon('back')}${t('Compartir')}</a>
          <label>${t('Mesas')} <input name="hasta" inputmode="numeric" value="${count}" maxlength="3"></label>
          <button class="button ghost">${t('Mostrar')}</button>
          <button type="button" class="button" data-print>${icon('print')}${t('Imprimir')}</button>
        </form>
        <h1>${t('Mesas de {name}', { name: store.name })}</h1>
        <div class="tables">${codes}</div>
      `,
    }
  },
})

async function codeOf({ app, store }: StoreContext, table: number) {
  const { toString } = await import('qrcode')
  const code = await toString(shopUrl(app, store, `?mesa=${table}`), { type: 'svg', margin: 2 })
  return html`
    <figure>
      <div role="img" aria-label="${t('Código QR de la mesa {table}', { table })}">${trusted(code)}</div>
      <figcaption>${t('Mesa {table}', { table })}</figcaption>
    </figure>
  `
}

export async function tablesLink({ sql, store, base }: StoreContext) {
  const options = await shippingOptions.all(sql, store.id)
  if (!options.some(({ kind, isActive }) => kind === 'here' && isActive)) return null
  return html`<p><a class="button ghost" href="${base}/compartir/mesas">${icon('print')}${t('Códigos de las mesas')}</a></p>`
}
