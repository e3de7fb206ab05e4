import { Type, type Static } from 'typebox'
import { STORE_SCOPES, type Scope } from '../../core/auth/scopes.ts'
import { html, type Html } from '../../core/http/html.ts'
import { Body, Reference } from '../../core/http/schema.ts'
import {
  consent,
  findConsentRequest,
  grantable,
  listConsentStores,
  refuseConsent,
  type ConsentRequest,
  type ConsentStore,
} from '../../oauth/consent.ts'
import { LIFETIME_DAYS } from '../../oauth/grant.ts'
import { expired } from '../access/sign-in-views.ts'
import { NoFields } from '../forms/no-fields.ts'
import { accountPage, type AccountContext } from '../page.ts'
import { checkboxGroups } from '../parts/checkbox-groups.ts'
import { select } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { scopeGroups } from '../parts/scope-sentences.ts'

const PATH = '/conectar/:id/permisos'

const Consent = Body({
  storeId: Reference('Tienda'),
  scopes: Type.Array(Type.Enum(STORE_SCOPES), { minItems: 1, maxItems: STORE_SCOPES.length }),
})

/** The consent page of an assistant: in which store it may work, and with which scopes. */
export const connectPage = accountPage({
  path: PATH,
  async show(context) {
    const { sql, session, request, params } = context
    const consentRequest = await findConsentRequest(sql, request, params['id']!)
    if (!consentRequest)
      return expired('Esta solicitud ya no sirve', { href: '/panel', label: 'Ir al panel' })
    const stores = await listConsentStores(sql, session.accountId)
    return {
      title: `¿Conectar ${consentRequest.clientName} con tu tienda?`,
      main: html`
        ${clientDetails(consentRequest)}
        ${stores.length === 0 ? noStore : consentForm(context, consentRequest, stores)}
        ${formOf(context.form(`/conectar/${params['id']!}/permisos/rechazar`), submit('No conectar', 'ghost'), { class: 'one-button' })}
      `,
    }
  },
  forms: {
    [PATH]: {
      body: Consent,
      needsPassword: true,
      async run({ sql, session, request, params }, { storeId, scopes }: Static<typeof Consent>) {
        const id = params['id']!
        const consentRequest = await findConsentRequest(sql, request, id)
        if (consentRequest)
          await consent(sql, consentRequest, { id, accountId: session.accountId, storeId, scopes })
        return { next: `/conectar/${id}/listo` }
      },
    },
    [`${PATH}/rechazar`]: {
      body: NoFields,
      async run({ sql, request, params }) {
        const id = params['id']!
        if (await findConsentRequest(sql, request, id)) await refuseConsent(sql, id)
        return { next: `/conectar/${id}/listo` }
      },
    },
  },
})

function clientDetails({ clientName, clientHost, redirectHost, isOnOwnMachine }: ConsentRequest): Html {
  return html`
    <p>
      Pide entrar <b>${clientName}</b>${clientHost ? html`, de <b>${clientHost}</b>.` : html`. Así dice llamarse: nadie lo comprobó.`}
    </p>
    <p>Al terminar vuelves, con el acceso, a <b>${redirectHost}</b>.</p>
    ${isOnOwnMachine && html`<div class="notice bad" role="note"><p>${OWN_MACHINE}</p></div>`}
    <p class="muted">Conéctalo solo si tú lo empezaste y reconoces esas direcciones.</p>
  `
}

const OWN_MACHINE =
  'Vuelve a un programa de esta misma computadora, y cualquiera puede decir que es ese programa. ' +
  'Sigue solo si lo acabas de abrir tú.'

const noStore = html`
  <p>Todavía no tienes una tienda. <a href="/panel/tiendas/nueva">Abre una</a> y vuelve a conectar el asistente.</p>
`

function consentForm(context: AccountContext, consentRequest: ConsentRequest, stores: ConsentStore[]): Html {
  const form = context.form(`/conectar/${context.params['id']!}/permisos`)
  const scopes = grantableAnywhere(stores, consentRequest.scopes)
  const options = stores.map(({ id, name }) => ({ value: id, label: name }))
  const groups = scopeGroups
    .map(({ legend, options: all }) => ({
      legend,
      options: all
        .filter(({ value }) => scopes.includes(value))
        .map(({ value, label }) => ({ value, label })),
    }))
    .filter(({ options: left }) => left.length > 0)
  return formOf(
    form,
    html`
      ${select(form, { name: 'storeId', label: 'Tienda', options, value: stores[0]!.id })}
      ${checkboxGroups(form, 'scopes', groups, scopes)}
      <p class="muted">
        Desmarca lo que no quieras. Nunca podrá más que tú en esa tienda. El permiso dura ${LIFETIME_DAYS} días y lo terminas
        cuando quieras en Tu cuenta.
      </p>
      ${submit('Conectar')}
    `,
  )
}

const grantableAnywhere = (stores: ConsentStore[], requested: Scope[]) =>
  requested.filter((scope) => stores.some(({ role }) => grantable(role, [scope]).length > 0))
