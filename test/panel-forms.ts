import type { App } from '../src/core/http/app.ts'
import type { Ids } from './full-store.ts'

type Route = { url: string; method: string }

/** Every page and every form of the panel. */
export const panelRoutes = (app: App): Route[] =>
  [...app.knownRoutes.values()]
    .flat()
    .filter(({ url, method }) => /^\/panel(?:\/|$)/.test(url) && (method === 'GET' || method === 'POST'))
    .map(({ url, method }) => ({ url, method: String(method) }))

/** The address with its parameters that a path belongs to; undefined when there is none for the method. */
export function routeOf(routes: readonly Route[], method: string, path: string): string | undefined {
  const isMatch = ({ url }: Route) =>
    new RegExp(`^${url.replaceAll(/[.*]/g, String.raw`\$&`).replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  const found = routes.filter((route) => route.method === method && isMatch(route))
  return found.toSorted((a, b) => a.url.split(':').length - b.url.split(':').length)[0]?.url
}

const kinds: Record<string, keyof Ids> = {
  categorias: 'category',
  clientes: 'customer',
  claves: 'key',
  descuentos: 'discount',
  envios: 'shipping',
  extras: 'group',
  importar: 'import',
  opiniones: 'review',
  pagos: 'method',
  pedidos: 'order',
  productos: 'product',
  webhooks: 'webhook',
}

/** Resources with the same id in every store. */
const names: Record<string, string> = { conexiones: 'custom_domain' }

/** A path with its parameters filled in: with an id of the store, chosen by the first segment below the store's. */
export function addressOf(url: string, slug: string, ids: Ids): string {
  if (!url.startsWith('/panel/t/')) return url.replaceAll(/:\w+/g, 'nada')
  const part = url.split('/')[4] ?? ''
  const id = kinds[part] ? ids[kinds[part]] : (names[part] ?? 'nada')
  return url.replace(':slug', slug).replace(':choice', ids.choice).replaceAll(/:\w+/g, id)
}

export type ShownField = {
  name: string
  /** As the browser knows it; `textarea` and `select` are types too. */
  type: string
  value: string
  isMarked: boolean
}
export type ShownForm = {
  action: string
  fields: ShownField[]
  /** The message above the page's content. */
  notice: string
}

/** The forms of a page that are posted, as a browser would read them. */
export function formsOf(page: string): ShownForm[] {
  const text = page.replaceAll(/<template>.*?<\/template>/gs, '')
  const notice = /<div class="notice bad" role="alert">(.*?)<\/div>/s.exec(text)?.[1] ?? ''
  return [...text.matchAll(/<form method="post" action="([^"]*)"([^>]*)>(.*?)<\/form>/gs)].map(
    ([, action, attributes, content]) => {
      const id = / id="([^"]*)"/.exec(attributes!)?.[1]
      const elsewhere =
        id === undefined ? [] : controlsOf(text).filter(({ tag }) => tag.includes(` form="${id}"`))
      const fields = [...controlsOf(content!), ...elsewhere]
        .map(({ field }) => field)
        .filter(({ name }) => name)
      return { action: decode(action!), fields, notice: decode(notice) }
    },
  )
}

const control = /<(input|select|button)\b([^>]*)>(?:(.*?)<\/\1>)?|<textarea\b([^>]*)>\n?(.*?)<\/textarea>/gs

function controlsOf(markup: string): { tag: string; field: ShownField }[] {
  // An input has no end; a select and a button end at their own.
  const elements = markup.replaceAll(/<input\b[^>]*>/g, '$&</input>')
  return [...elements.matchAll(control)].map(([, name, attributes, content, ofArea, area]) => {
    const tag = attributes ?? ofArea!
    const isChosen = /<option value="([^"]*)" selected>/.exec(content ?? '')?.[1]
    const first = /<option value="([^"]*)"/.exec(content ?? '')?.[1] ?? ''
    const type = name === 'input' ? (attributeOf(tag, 'type') ?? 'text') : (name ?? 'textarea')
    const value = area ?? (name === 'select' ? (isChosen ?? first) : (attributeOf(tag, 'value') ?? ''))
    const isMarked = tag.includes(' aria-invalid="true"')
    return {
      tag,
      field: { name: decode(attributeOf(tag, 'name') ?? ''), type, value: decode(value), isMarked },
    }
  })
}

const attributeOf = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

const decode = (markup: string) =>
  markup.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
