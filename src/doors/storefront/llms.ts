import type { App } from '../../core/http/app.ts'
import { joined, Localized, t, type Wording } from '../../core/texts/text.ts'
import { formatAmount } from '../../core/values/money.ts'
import { weekLines } from '../../features/hours/format.ts'
import { catalogHref, fullUrl } from '../../features/catalog/address.ts'
import { listShownCategories } from '../../features/catalog/catalog.ts'
import {
  describeProduct,
  type ProductDescription,
  type VariantDescription,
} from '../../features/catalog/description.ts'
import { lineAmount } from './parts/price.ts'
import { sendCachedText } from './send-text.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { listEntries, readProducts } from './whole-catalog.ts'
import { shopOrigin, shopUrl } from '../../features/stores/address.ts'
import { excerpt } from '../../core/pages/format.ts'

/** The store for assistants: what it sells, at what price, and how to order. */
export function shopLlmsRoute(app: App) {
  app.get<{ Params: { slug: string } }>('/:slug/llms.txt', (request, reply) =>
    sendCachedText(request, reply, {
      name: 'llms',
      type: 'text/markdown; charset=utf-8',
      write: (shop) => text(app, shop),
    }),
  )
}

/** Plain text: nothing in it is markup. */
async function* text(app: App, shop: Shop): AsyncGenerator<string> {
  const { sql } = app
  const [categories, entries] = await Promise.all([
    listShownCategories(sql, shop.id),
    listEntries(sql, shop.id),
  ])
  const known = new Set(categories.map(({ id }) => id))
  const parts = Map.groupBy(entries, ({ categoryId }) => (known.has(categoryId ?? '') ? categoryId : null))
  yield `${introduction(app, shop)}\n`
  for (const { id, name } of [...categories, { id: null, name: t('Otros productos').in(shop.language) }]) {
    const part = parts.get(id) ?? []
    if (part.length > 0) yield `\n## ${line(name)}\n\n`
    for await (const products of readProducts(sql, shop.id, part, entries.length)) {
      yield products
        .map((product) => `${entry(shop, describeProduct(app, shop, product), product.description)}\n`)
        .join('')
    }
  }
}

function introduction(app: App, shop: Shop): string {
  const number = shop.whatsappNumber ? ` (${shop.whatsappNumber})` : ''
  const orders = `\`POST ${shopOrigin(app, shop)}/api/orders\``
  const store = `\`storeId\`: ${shop.id}`
  const [mcp, profile] = [shopUrl(app, shop, '/ucp/mcp'), shopUrl(app, shop, '/ucp')]
  const howToOrder = [
    t('Tienda: {shop}. Precios en {currency}.', {
      shop: fullUrl(app, shop, catalogHref(shop)),
      currency: shop.currency,
    }),
    t('Se pide en la página o con {orders} ({store}; cada variante lleva su id entre paréntesis).', {
      orders,
      store,
    }),
    t('El pedido se confirma por WhatsApp{number}.', { number }),
    t(
      'Los asistentes buscan y llenan un carrito sin clave por MCP en {mcp}; el perfil del Universal Commerce Protocol está en {profile}.',
      { mcp, profile },
    ),
  ]
  return [
    `# ${line(shop.name)}`,
    ...(shop.description ? [`> ${line(shop.description)}`] : []),
    joined(howToOrder, ' ').in(shop.language),
    ...conditions(shop),
  ].join('\n\n')
}

/** Facts that do not change with the clock. */
function conditions(shop: Shop): string[] {
  const { address, currency, minimumOrder, freeShippingFrom, schedule, language } = shop
  const facts = [
    address && t('Dirección: {address}.', { address: line(address) }),
    schedule.hours &&
      t('Horario ({timeZone}): {hours}.', {
        timeZone: schedule.timeZone,
        hours: joined(
          weekLines(schedule.hours).map((one) => joined(one, ' ')),
          '; ',
        ),
      }),
    minimumOrder &&
      t('Pedido mínimo en productos: {amount}.', { amount: formatAmount(minimumOrder, currency) }),
    freeShippingFrom !== null &&
      t('Envío gratis desde {amount} en productos.', { amount: formatAmount(freeShippingFrom, currency) }),
  ].filter((fact) => fact instanceof Localized)
  return facts.length > 0 ? [facts.map((fact) => fact.in(language)).join(' ')] : []
}

function entry(shop: Shop, { title, url, variants }: ProductDescription, description: string | null): string {
  const offers = variants.map((variant) => {
    const name = variant.name === null ? '' : `${line(variant.name)} `
    const facts = [amountOf(shop, variant), ...(variant.isSoldOut ? [t('agotado')] : [])]
    return `${name}${joined(facts, ', ').in(shop.language)} (${variant.id})`
  })
  const about = excerpt(description, 140)
  return `- [${line(title)}](${url}): ${offers.join('; ')}${about ? `. ${line(about)}` : ''}`
}

function amountOf(shop: Shop, { price, isLeast }: VariantDescription): Wording {
  if (price === null) return t('Consultar precio')
  const amount = lineAmount(shop, price, shop.currency)
  return isLeast ? t('Desde {amount}', { amount }) : amount
}

/** Text that people wrote, as one line in which nothing is a link or a heading. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[[\]<>`]/g, '')
