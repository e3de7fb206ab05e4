import type { App } from '../core/http/app.ts'
import { trusted, type Html } from '../core/http/html.ts'
import { formatAmount } from '../core/values/money.ts'
import { catalogHref, productHref } from './address.ts'
import { listAll, listCategories, type Listed } from './catalog.ts'
import { sendKeptPage } from './send-page.ts'
import type { Shop } from './shop.ts'
import { excerpt } from './words.ts'

const TEXT = 'text/markdown; charset=utf-8'

/** The store for assistants: what it sells, at what price, and how to order. */
export function shopLlmsRoute(app: App) {
  app.get<{ Params: { slug: string } }>('/:slug/llms.txt', async (request, reply) => {
    return await sendKeptPage(request, reply, 'llms', (shop) => text(app, shop), TEXT)
  })
}

async function text({ sql, publicUrl }: App, shop: Shop): Promise<Html> {
  const [categories, products] = await Promise.all([listCategories(sql, shop.id), listAll(sql, shop.id)])
  const part = (name: string, listed: Listed[]) =>
    listed.length === 0
      ? []
      : [`## ${line(name)}\n\n${listed.map((product) => entry(publicUrl, shop, product)).join('\n')}`]
  const known = new Set(categories.map(({ id }) => id))
  const parts = [
    `# ${line(shop.name)}`,
    ...(shop.description ? [`> ${line(shop.description)}`] : []),
    `Tienda: ${publicUrl}${catalogHref(shop)}. Precios en ${shop.currency}. Se pide en la página o con \`POST ${publicUrl}/api/orders\` (\`storeId\`: ${shop.id}; cada variante lleva su id entre paréntesis); el pedido se confirma por WhatsApp${shop.whatsappNumber ? ` (${shop.whatsappNumber})` : ''}.`,
    ...categories.flatMap(({ id, name }) =>
      part(
        name,
        products.filter(({ categoryId }) => categoryId === id),
      ),
    ),
    ...part(
      'Otros productos',
      products.filter(({ categoryId }) => !known.has(categoryId ?? '')),
    ),
  ]
  return trusted(`${parts.join('\n\n')}\n`) // plain text: nothing in it is markup
}

function entry(publicUrl: string, shop: Shop, product: Listed): string {
  const offers = product.variants
    .map(
      ({ id, name, price, isDefault }) =>
        `${isDefault ? '' : `${line(name)} `}${formatAmount(price, shop.currency)} (${id})`,
    )
    .join('; ')
  const about = excerpt(product.description, 140)
  return `- [${line(product.name)}](${publicUrl}${productHref(shop, product)}): ${offers}${about ? `. ${line(about)}` : ''}`
}

/** What someone wrote, as one line in which nothing is a link or a heading. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[[\]<>`]/g, '')
