import type { App } from '../../core/http/app.ts'
import { joined, wordingIn } from '../../core/texts/text.ts'
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
  for (const { id, name } of [...categories, { id: null, name: 'Otros productos' }]) {
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
  const howToOrder = [
    `Tienda: ${fullUrl(app, shop, catalogHref(shop))}. Precios en ${shop.currency}. Se pide en la página o con`,
    `\`POST ${shopOrigin(app, shop)}/api/orders\` (\`storeId\`: ${shop.id}; cada variante lleva su id entre paréntesis);`,
    `el pedido se confirma por WhatsApp${number}. Los asistentes buscan y llenan un carrito sin clave por MCP en`,
    `${shopUrl(app, shop, '/ucp/mcp')}; el perfil del Universal Commerce Protocol está en ${shopUrl(app, shop, '/ucp')}.`,
  ]
  return [
    `# ${line(shop.name)}`,
    ...(shop.description ? [`> ${line(shop.description)}`] : []),
    howToOrder.join(' '),
    ...conditions(shop),
  ].join('\n\n')
}

/** Facts that do not change with the clock. */
function conditions({ address, currency, minimumOrder, freeShippingFrom, schedule }: Shop): string[] {
  const facts = [
    address && `Dirección: ${line(address)}.`,
    schedule.hours &&
      `Horario (${schedule.timeZone}): ${weekLines(schedule.hours)
        .map((one) => joined(one, ' ').in('es'))
        .join('; ')}.`,
    minimumOrder && `Pedido mínimo en productos: ${formatAmount(minimumOrder, currency)}.`,
    freeShippingFrom !== null &&
      `Envío gratis desde ${formatAmount(freeShippingFrom, currency)} en productos.`,
  ].filter((fact) => typeof fact === 'string')
  return facts.length > 0 ? [facts.join(' ')] : []
}

function entry(shop: Shop, { title, url, variants }: ProductDescription, description: string | null): string {
  const amount = ({ price, isLeast }: VariantDescription) =>
    price === null
      ? 'Consultar precio'
      : `${isLeast ? 'Desde ' : ''}${wordingIn(lineAmount(shop, price, shop.currency), 'es')}`
  const offers = variants.map((variant) => {
    const name = variant.name === null ? '' : `${line(variant.name)} `
    return `${name}${amount(variant)}${variant.isSoldOut ? ', agotado' : ''} (${variant.id})`
  })
  const about = excerpt(description, 140)
  return `- [${line(title)}](${url}): ${offers.join('; ')}${about ? `. ${line(about)}` : ''}`
}

/** Text that people wrote, as one line in which nothing is a link or a heading. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[[\]<>`]/g, '')
