import { Type, type Static } from 'typebox'
import { findStoreKey, revokeStoreKey, rotateKey, type StoreKey } from '../../../features/api-keys/manage.ts'
import { tokenOf } from '../../../features/api-keys/token.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { moment } from '../../../core/pages/format.ts'
import { formSecret } from '../forms/form-secret.ts'
import { storePage, type StoreContext } from '../page.ts'
import { irreversibleForm, formOf, submit } from '../parts/form.ts'
import { section, badge } from '../parts/list.ts'
import { shownOnce } from '../parts/share.ts'
import { since } from '../parts/time.ts'
import { sentenceOfScope } from '../parts/scope-sentences.ts'
import { NoFields } from '../forms/no-fields.ts'
import { listKeyRequests, type KeyRequest } from '../../../features/api-keys/request-log.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { isOver, stateOf } from './keys-page.ts'
import { countNewKey } from './new-key-page.ts'

const Rotation = Body({ old: Type.Enum(['24', '0']) })

const overlaps = [
  { value: '24', label: t('Sirve 24 horas más') },
  { value: '0', label: t('Deja de servir ahora') },
]

const rotationFields = [
  { name: 'old', label: t('La clave de ahora'), options: overlaps },
  submit(t('Crear la nueva'), 'ghost'),
]

export const keyPage = storePage({
  path: '/claves/:id',
  needs: 'keys',
  async show(context) {
    const { base, sql, store, params } = context
    const key = await findStoreKey(sql, store.id, params['id']!)
    return {
      title: key.name,
      fields: rotationFields,
      back: { href: `${base}/claves`, label: t('Claves de API') },
      main: html`
        <p class="state">${stateOf(key)} <code>${key.prefix}…</code></p>
        ${factsOf(context, key)}
        ${section(
          t('Lo que puede hacer'),
          html`
            <ul class="plain-list">
              ${key.scopes.map(
                (scope) => html`
                  <li>${sentenceOfScope(scope)} <small><code>${scope}</code></small></li>
                `,
              )}
            </ul>
          `,
        )}
        ${await keyRequests(context, key.id)}
        ${formsOf(context, key)}
      `,
    }
  },
  forms: {
    '/claves/:id/cambiar': {
      body: Rotation,
      needsPassword: true,
      async run(context, { old }: Static<typeof Rotation>, formKey) {
        const { sql, store, session, params, base } = context
        await countNewKey(context)
        const token = tokenOf(formSecret(context, formKey, old))
        const rotation = { storeId: store.id, id: params['id']!, accountId: session.accountId }
        const { id } = await rotateKey(sql, { ...rotation, token, overlapHours: Number(old) })
        return shownOnce({
          title: t('Tu clave nueva está lista'),
          label: t('La clave nueva'),
          secret: token,
          next: `${base}/claves/${id}`,
        })
      },
    },
    '/claves/:id/revocar': {
      body: NoFields,
      needsPassword: true,
      async run({ sql, store, params }) {
        await revokeStoreKey(sql, store.id, params['id']!)
        return { next: '/claves', message: t('La clave ya no funciona') }
      },
    },
  },
})

function factsOf({ store }: StoreContext, key: StoreKey): Html {
  const { creator, createdAt, lastUsedAt, expiresAt, revokedAt } = key
  const end = revokedAt
    ? html`<p>${t('Se revocó {when}.', { when: since(revokedAt, store.timeZone) })}</p>`
    : expiresAt && html`<p>${endOf(isOver(key), moment(expiresAt, store.timeZone))}</p>`
  return html`
    <div class="muted">
      <p>${t('La creó {creator}, {when}.', { creator, when: since(createdAt, store.timeZone) })}</p>
      <p>
        ${lastUsedAt ? t('Se usó por última vez {when}.', { when: since(lastUsedAt, store.timeZone) }) : t('Nadie la ha usado todavía.')}
      </p>
      ${end}
    </div>
    ${
      !key.isBacked &&
      !isOver(key) &&
      html`
        <div class="notice"><p>${t('No abre nada: {creator} ya no administra la tienda.', { creator })}</p></div>
      `
    }
  `
}

const endOf = (isOver: boolean, when: Localized) =>
  isOver ? t('Venció el {when}.', { when }) : t('Funciona hasta el {when}.', { when })

function formsOf({ form: formAt }: StoreContext, key: StoreKey): Html | null {
  if (isOver(key)) return null
  const rotate = html`
    <p class="muted">
      ${t('Si alguien más pudo verla, o de vez en cuando: creas otra con los mismos permisos y la pones en el programa.')}
    </p>
    ${formOf(formAt(`/claves/${key.id}/cambiar`), rotationFields)}
  `
  return html`
    ${!key.replacedBy && section(t('Cambiarla por otra'), rotate)}
    ${irreversibleForm(formAt(`/claves/${key.id}/revocar`), {
      summary: t('Revocar esta clave'),
      text: t(
        'El programa que la usa deja de funcionar en este momento. Esto no se puede deshacer: para volver, crea otra.',
      ),
      button: t('Revocar la clave'),
    })}
  `
}

const PAGE_SIZE = 20

async function keyRequests({ base, sql, store, query }: StoreContext, keyId: string): Promise<Html | null> {
  if (store.role !== 'OWNER') return null
  const page = pageOf(query, PAGE_SIZE)
  const { data, total } = await listKeyRequests(sql, keyId, page)
  const rows = data.map((request) => rowOf(request, store.timeZone))
  return section(
    t('Solicitudes'),
    html`
      ${total === 0 && html`<p class="muted">${t('En los últimos 7 días, ninguna.')}</p>`}
      ${total > 0 && html`<ul class="plain-list" aria-label="${t('Solicitudes')}">${rows}</ul>`}
      ${pager({ ...page, total }, (offset) => `${base}/claves/${keyId}?offset=${offset}`)}
      <p class="hint">${t('Se guardan 7 días, sin lo que llevan detrás del signo «?».')}</p>
    `,
  )
}

const rowOf = ({ method, path, status, duration, at }: KeyRequest, timeZone: string) => {
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  const time = html`<small>${since(at, timeZone)}, ${duration} ms</small>`
  return html`<li>${badge(String(status), kind)} <code>${method} ${path}</code> ${time}</li>`
}
