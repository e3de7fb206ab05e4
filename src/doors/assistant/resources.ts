import type { Key } from '../../core/auth/key-lookup.ts'
import { isId } from '../../core/values/id.ts'
import type { AnyOperation, Input } from '../../core/operations/operation.ts'
import { listStores } from '../../features/stores/list.ts'
import { getTheme } from '../../features/themes/get.ts'
import { listThemes } from '../../features/themes/list.ts'

const SCHEME = 'vitrina://'
const mimeType = 'application/json'

const stores = {
  uri: `${SCHEME}stores`,
  name: 'stores',
  title: 'Tiendas de la cuenta',
  description: 'Las tiendas que alcanza la clave de cuenta, con su id, su slug y el rol en cada una.',
  mimeType,
}
const themes = {
  uri: `${SCHEME}themes`,
  name: 'themes',
  title: 'Temas de la tienda',
  description: 'Los temas guardados de la tienda y cuál está activo.',
  mimeType,
}

export function resourcesFor({ kind, scopes }: Key) {
  return [
    ...(kind === 'ACCOUNT' && scopes.includes('stores:read') ? [stores] : []),
    ...(scopes.includes('themes:read') ? [themes] : []),
  ]
}

export function templatesFor({ scopes }: Key) {
  return scopes.includes('themes:read') ? templates : []
}

const templates = [
  {
    uriTemplate: `${SCHEME}themes/{id}`,
    name: 'theme',
    title: 'Un tema',
    description: 'Los ajustes que admite un tema, los publicados y el borrador.',
    mimeType,
  },
  {
    uriTemplate: `${SCHEME}stores/{store}/themes`,
    name: 'store_themes',
    title: 'Temas de una tienda de la cuenta',
    description: 'Como vitrina://themes, para una tienda (id o slug) de una clave que alcanza varias.',
    mimeType,
  },
  {
    uriTemplate: `${SCHEME}stores/{store}/themes/{id}`,
    name: 'store_theme',
    title: 'Un tema de una tienda de la cuenta',
    description: 'Como vitrina://themes/{id}, para una tienda (id o slug) de una clave que alcanza varias.',
    mimeType,
  },
]

type Resource = { operation: AnyOperation; input: Input; store: string | null }

export function resourceOf(uri: string): Resource | null {
  if (uri === stores.uri) return { operation: listStores, input: { query: { limit: '100' } }, store: null }
  const found = /^vitrina:\/\/(?:stores\/([^/]+)\/)?themes(?:\/([^/]+))?$/.exec(uri)
  if (!found || !found.slice(1).every((part) => part === undefined || isId(part))) return null
  const [, store = null, id] = found
  return id ? { operation: getTheme, input: { id }, store } : { operation: listThemes, input: {}, store }
}
