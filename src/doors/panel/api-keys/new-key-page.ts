import { t } from '../../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import { createStoreKey } from '../../../features/api-keys/manage.ts'
import { tokenOf } from '../../../features/api-keys/token.ts'
import { STORE_SCOPES } from '../../../core/auth/scopes.ts'
import { html } from '../../../core/http/html.ts'
import { Body, SingleLine } from '../../../core/http/schema.ts'
import { applyLimit } from '../../../core/limits/rate-limit.ts'
import { formSecret } from '../forms/form-secret.ts'
import { storePage, type StoreContext } from '../page.ts'
import { checkboxGroups } from '../parts/checkbox-groups.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { shownOnce } from '../parts/share.ts'
import { scopeGroups } from '../parts/scope-sentences.ts'

const PATH = '/claves/nueva'

const NewKey = Body({
  name: SingleLine({ max: 80 }),
  scopes: Type.Array(Type.Enum(STORE_SCOPES), { minItems: 1, maxItems: STORE_SCOPES.length }),
  days: Type.Optional(Type.Enum(['30', '90', '365'])),
})

const lifetimes = [
  { value: '', label: t('No vence') },
  { value: '30', label: t('En 30 días') },
  { value: '90', label: t('En 90 días') },
  { value: '365', label: t('En un año') },
]

/** Bounds the number of new keys, because revoked keys stay as rows. */
const LIMIT = { name: 'new-key', max: 100, seconds: 24 * 3600 }

export const newKeyPage = storePage({
  path: PATH,
  needs: 'keys',
  show({ base, form: formAt }) {
    const form = formAt(PATH)
    const fields: Part[] = [
      {
        name: 'name',
        label: t('Para qué es'),
        max: 80,
        required: true,
        placeholder: t('Por ejemplo: Hoja de inventario'),
      },
      checkboxGroups('scopes', scopeGroups),
      { name: 'days', label: t('Cuándo vence'), options: lifetimes },
      submit(t('Crear la clave')),
    ]
    return {
      title: t('Nueva clave'),
      fields,
      back: { href: `${base}/claves`, label: t('Claves de API') },
      main: html`
        <p class="muted">${t('Marca solo lo que el programa necesita: lo demás le queda cerrado.')}</p>
        ${formOf(form, fields)}
      `,
    }
  },
  forms: {
    [PATH]: {
      body: NewKey,
      needsPassword: true,
      async run(context, { name, scopes, days }: Static<typeof NewKey>, key) {
        const { sql, store, session, base } = context
        await countNewKey(context)
        const token = tokenOf(formSecret(context, key, [name, scopes, days]))
        const expiresAt = days ? new Date(Date.now() + Number(days) * 86_400_000).toISOString() : null
        const { id } = await createStoreKey(sql, {
          storeId: store.id,
          accountId: session.accountId,
          name,
          scopes: [...new Set(scopes)],
          expiresAt,
          token,
        })
        return shownOnce({
          title: t('Tu clave está lista'),
          label: name,
          secret: token,
          next: `${base}/claves/${id}`,
        })
      },
    },
  },
})

/** @throws 429 */
export async function countNewKey({ app, store, reply }: StoreContext) {
  applyLimit(reply, LIMIT, await app.hits.count(LIMIT, store.id))
}
