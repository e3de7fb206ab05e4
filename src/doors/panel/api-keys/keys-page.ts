import { updateStore } from '../../../features/stores/update.ts'
import { listStoreKeys, type StoreKey } from '../../../features/api-keys/manage.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { findStore } from '../../../features/stores/find.ts'
import { MAX_ORIGINS } from '../../../features/stores/store.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { badge, emptyState, list, section } from '../parts/list.ts'
import { since } from '../parts/time.ts'

export const keysPage = storePage({
  path: '/claves',
  needs: 'keys',
  async show(context) {
    const { base, sql, store } = context
    const keys = await listStoreKeys(sql, store.id)
    const create = html`<a class="button" href="${base}/claves/nueva">${icon('plus')} Crear una clave</a>`
    const fields = await originFields(context)
    const origins = originsForm(context, fields)
    if (keys.length === 0)
      return { title: 'Claves de API', fields, main: html`${emptyList(base, create)}${origins}` }
    return {
      title: 'Claves de API',
      fields,
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
        ${origins}
      `,
    }
  },
  forms: {
    '/claves': { operation: updateStore, done: 'Guardado', next: () => '/claves', needsPassword: true },
  },
})

const EMPTY_ROWS = 2

async function originFields({ sql, store }: StoreContext): Promise<Part[]> {
  const { allowedOrigins } = await findStore(sql, store.id)
  const rows = [...allowedOrigins, ...Array<string>(EMPTY_ROWS).fill('')].slice(0, MAX_ORIGINS)
  return [
    rows.map((value, n): Part => ({
      name: `allowedOrigins.${n}`,
      label: `Página ${n + 1}`,
      value,
      type: 'url',
      max: 200,
    })),
    submit('Guardar', 'ghost'),
  ]
}

function originsForm({ form }: StoreContext, fields: Part[]): Html {
  return section(
    'Páginas web que usan la API',
    html`
      <p class="muted">
        Un navegador solo deja que una página web use tus claves si su origen está aquí: <code>https://</code>, el dominio
        y nada más. Los programas de un servidor no lo necesitan. Quien visita la página puede leer su clave: dale solo lo
        que todos pueden ver.
      </p>
      ${formOf(form('/claves'), fields)}
    `,
  )
}

export const isOver = ({ revokedAt, expiresAt }: StoreKey): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())

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

const emptyList = (base: string, create: Html): Html =>
  emptyState(
    'key',
    'Todavía no hay claves',
    'Una clave deja que un programa, una hoja de cálculo o tu contador lean o cambien cosas de tu tienda, sin darles tu contraseña.',
    html`${create}<p><a href="${base}/ayuda/claves">Qué es una clave</a></p>`,
  )
