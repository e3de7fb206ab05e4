import { Type, type Static } from 'typebox'
import { findStoreKey, revokeStoreKey, rotateKey, type StoreKey } from '../../api-keys/manage.ts'
import { tokenOf } from '../../api-keys/token.ts'
import { html, type Html } from '../../core/http/html.ts'
import { Body } from '../../core/http/schema.ts'
import { moment } from '../../storefront/format.ts'
import { formSecret } from '../forms/form-secret.ts'
import { keyRequests } from './key-requests.ts'
import { isOver, stateOf } from './keys-page.ts'
import { countNewKey } from './new-key-page.ts'
import { storePage, type StoreContext } from '../page.ts'
import { select } from '../parts/field.ts'
import { irreversibleForm, formOf, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { shownOnce } from '../parts/shown-once.ts'
import { since } from '../parts/time.ts'
import { sentenceOfScope } from '../parts/scope-sentences.ts'
import { NoFields } from '../forms/no-fields.ts'

const Rotation = Body({ old: Type.Enum(['24', '0']) })

const overlaps = [
  { value: '24', label: 'Sirve 24 horas más' },
  { value: '0', label: 'Deja de servir ahora' },
]

export const keyPage = storePage({
  path: '/claves/:id',
  needs: 'keys',
  async show(context) {
    const { base, sql, store, params } = context
    const key = await findStoreKey(sql, store.id, params['id']!)
    return {
      title: key.name,
      back: { href: `${base}/claves`, label: 'Claves de API' },
      main: html`
        <p class="state">${stateOf(key)} <code>${key.prefix}…</code></p>
        ${factsOf(context, key)}
        ${section(
          'Lo que puede hacer',
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
          title: 'Tu clave nueva está lista',
          label: 'La clave nueva',
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
        return { next: '/claves', message: 'La clave ya no funciona' }
      },
    },
  },
})

function factsOf({ store }: StoreContext, key: StoreKey): Html {
  const { creator, createdAt, lastUsedAt, expiresAt, revokedAt } = key
  const end = revokedAt
    ? html`<p>Se revocó ${since(revokedAt, store.timeZone)}.</p>`
    : expiresAt &&
      html`<p>${isOver(key) ? 'Venció' : 'Funciona hasta'} el ${moment(expiresAt, store.timeZone)}.</p>`
  return html`
    <div class="muted">
      <p>La creó ${creator}, ${since(createdAt, store.timeZone)}.</p>
      <p>
        ${lastUsedAt ? html`Se usó por última vez ${since(lastUsedAt, store.timeZone)}.` : 'Nadie la ha usado todavía.'}
      </p>
      ${end}
    </div>
    ${
      !key.isBacked &&
      !isOver(key) &&
      html`
        <div class="notice"><p>No abre nada: ${creator} ya no administra la tienda.</p></div>
      `
    }
  `
}

function formsOf({ form: formAt }: StoreContext, key: StoreKey): Html | null {
  if (isOver(key)) return null
  const form = formAt(`/claves/${key.id}/cambiar`)
  const rotate = html`
    <p class="muted">
      Si alguien más pudo verla, o de vez en cuando: creas otra con los mismos permisos y la pones en el
      programa.
    </p>
    ${formOf(
      form,
      html`
        ${select(form, { name: 'old', label: 'La clave de ahora', options: overlaps })}
        ${submit('Crear la nueva', 'ghost')}
      `,
    )}
  `
  return html`
    ${!key.replacedBy && section('Cambiarla por otra', rotate)}
    ${irreversibleForm(formAt(`/claves/${key.id}/revocar`), {
      summary: 'Revocar esta clave',
      text: 'El programa que la usa deja de funcionar en este momento. Esto no se puede deshacer: para volver, crea otra.',
      button: 'Revocar la clave',
    })}
  `
}
