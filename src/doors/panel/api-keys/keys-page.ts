import { t } from '../../../core/texts/text.ts'
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
    const create = html`<a class="button" href="${base}/claves/nueva">${icon('plus')} ${t('Crear una clave')}</a>`
    const fields = await originFields(context)
    const origins = originsForm(context, fields)
    if (keys.length === 0)
      return { title: t('Claves de API'), fields, main: html`${emptyList(base, create)}${origins}` }
    return {
      title: t('Claves de API'),
      fields,
      action: create,
      main: html`
        <p class="muted">
          ${t('Con una clave, un programa trabaja en tu tienda sin tu contraseña.')}
          <a href="${base}/ayuda/claves">${t('Qué es una clave')}</a>
        </p>
        ${list(
          keys.map((key) => rowOf(context, key)),
          t('Claves'),
        )}
        ${origins}
      `,
    }
  },
  forms: {
    '/claves': { operation: updateStore, done: t('Guardado'), next: () => '/claves', needsPassword: true },
  },
})

const EMPTY_ROWS = 2

async function originFields({ sql, store }: StoreContext): Promise<Part[]> {
  const { allowedOrigins } = await findStore(sql, store.id)
  const rows = [...allowedOrigins, ...Array<string>(EMPTY_ROWS).fill('')].slice(0, MAX_ORIGINS)
  return [
    rows.map((value, n): Part => ({
      name: `allowedOrigins.${n}`,
      label: t('Página {n}', { n: n + 1 }),
      value,
      type: 'url',
      max: 200,
    })),
    submit(t('Guardar'), 'ghost'),
  ]
}

const scheme = html`<code>https://</code>`

function originsForm({ form }: StoreContext, fields: Part[]): Html {
  return section(
    t('Páginas web que usan la API'),
    html`
      <p class="muted">
        ${t(
          'Un navegador solo deja que una página web use tus claves si su origen está aquí: {scheme}, el dominio y nada más.',
          {
            scheme,
          },
        )}
        ${t('Los programas de un servidor no lo necesitan.')}
        ${t('Quien visita la página puede leer su clave: dale solo lo que todos pueden ver.')}
      </p>
      ${formOf(form('/claves'), fields)}
    `,
  )
}

export const isOver = ({ revokedAt, expiresAt }: StoreKey): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())

export function stateOf(key: StoreKey): Html {
  if (key.revokedAt) return badge(t('Revocada'))
  if (isOver(key)) return badge(t('Vencida'))
  if (!key.isBacked) return badge(t('Sin efecto'), 'bad')
  return key.replacedBy ? badge(t('Reemplazada'), 'warn') : badge(t('Activa'), 'good')
}

function rowOf({ base, store }: StoreContext, key: StoreKey) {
  const used = key.lastUsedAt
    ? t('usada {when}', { when: since(key.lastUsedAt, store.timeZone) })
    : t('sin usar todavía')
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
    t('Todavía no hay claves'),
    t(
      'Una clave deja que un programa, una hoja de cálculo o tu contador trabajen en tu tienda, sin darles tu contraseña.',
    ),
    html`${create}<p><a href="${base}/ayuda/claves">${t('Qué es una clave')}</a></p>`,
  )
