import { listStoreKeys, type StoreKey } from '../../api-keys/manage.ts'
import { html, type Html } from '../../core/http/html.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { badge, empty, list } from '../parts/list.ts'
import { since } from '../parts/time.ts'

export const keysPage = storePage({
  path: '/claves',
  needs: 'keys',
  async show(context) {
    const { base, sql, store } = context
    const keys = await listStoreKeys(sql, store.id)
    const create = html`<a class="button" href="${base}/claves/nueva">${icon('plus')} Crear una clave</a>`
    if (keys.length === 0) return { title: 'Claves de API', main: nothing(base, create) }
    return {
      title: 'Claves de API',
      action: create,
      main: html`
        <p class="muted">
          Con una clave, un programa trabaja en tu tienda sin tu contraseña.
          <a href="${base}/ayuda/claves">Qué es una clave</a>
        </p>
        ${list(
          keys.map((key) => rowOf(context, key)),
          'Claves',
        )}
      `,
    }
  },
})

export const isOver = ({ revokedAt, expiresAt }: StoreKey): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())

/** What the key is good for now. */
export function stateOf(key: StoreKey): Html {
  if (key.revokedAt) return badge('Revocada')
  if (isOver(key)) return badge('Vencida')
  if (!key.isBacked) return badge('Sin efecto', 'bad')
  return key.replacedBy ? badge('Reemplazada', 'warn') : badge('Activa', 'good')
}

function rowOf({ base, store }: StoreContext, key: StoreKey) {
  const used = key.lastUsedAt ? html`usada ${since(key.lastUsedAt, store.timeZone)}` : 'sin usar todavía'
  return {
    href: `${base}/claves/${key.id}`,
    title: key.name,
    detail: html`<code>${key.prefix}…</code> ${used} ${stateOf(key)}`,
    isFaint: isOver(key),
  }
}

const nothing = (base: string, create: Html): Html =>
  empty(
    'key',
    'Todavía no hay claves',
    'Una clave deja que un programa, una hoja de cálculo o tu contador lean o cambien cosas de tu tienda, sin darles tu contraseña.',
    html`${create}<p><a href="${base}/ayuda/claves">Qué es una clave</a></p>`,
  )
