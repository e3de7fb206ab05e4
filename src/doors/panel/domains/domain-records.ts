import { isIP } from 'node:net'
import { getSubdomain } from 'tldts'
import { verificationRecordOf } from '../../../features/domains/domain.ts'
import type { Domain } from '../../../features/domains/get.ts'
import { shopUrl } from '../../../features/stores/address.ts'
import { html, type Html } from '../../../core/http/html.ts'
import type { StoreContext } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { copyField } from '../parts/share.ts'
import { since } from '../parts/time.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'

export const domainRecords = (context: StoreContext, domain: Domain): Html => html`
  ${
    domain.state === 'open' &&
    html`
      <p><a class="button" href="${shopUrl(context.app, context.store)}">${t('Abrir {domain}', { domain: domain.domain })}</a></p>
    `
  }
  ${section(
    t('Los dos registros'),
    html`
      <p>${t('Agrégalos donde compraste {domain}, en la parte que se llama DNS.', { domain: html`<b>${domain.domain}</b>` })}
      ${t('Uno dice que es tuyo; el otro hace que abra tu tienda.')}</p>
      ${proof(context, domain)}
      ${direction(context, domain)}
      <p class="hint">
        ${t('Si ya hay otro registro A, AAAA o CNAME con ese mismo nombre, cámbialo en vez de agregar uno.')}
        ${t('Los demás, como los de correo (MX), déjalos como están.')}
        ${t('Un cambio puede tardar desde minutos hasta un día en verse.')}
      </p>
      <details class="fold">
        <summary>${t('¿Dónde se escriben?')}</summary>
        <dl class="fields">
          ${registrars.map(({ name, where }) => html`<div><dt><b>${name}</b></dt><dd>${where}</dd></div>`)}
        </dl>
      </details>
    `,
  )}
  ${seenNow(context, domain)}
`

const proof = ({ store }: StoreContext, { domain }: Domain) => {
  const { name, value } = verificationRecordOf(store.id, domain)
  return html`
    <h3>${t('1. Tipo TXT')}</h3>
    ${copyField(t('Nombre del TXT'), nameInZone(name))}
    ${copyField(t('Valor del TXT'), value)}
    <p class="hint">${t('El nombre entero es {name}: casi todos agregan el dominio solos.', { name })}</p>
  `
}

/** A name without subdomain can't have a CNAME: it gets the addresses themselves. */
function direction({ app }: StoreContext, { domain, seen }: Domain): Html {
  const { domainTarget } = app.config
  const addresses = isIP(domainTarget) ? [domainTarget] : (seen?.target.addresses ?? [])
  if (getSubdomain(domain) && !isIP(domainTarget))
    return html`
      <h3>${t('2. Tipo CNAME')}</h3>
      ${copyField(t('Nombre del CNAME'), nameInZone(domain))}
      ${copyField(t('Valor del CNAME'), domainTarget)}
    `
  return html`
    <h3>${t('2. Tipo A')}</h3>
    ${copyField(t('Nombre del A'), nameInZone(domain))}
    ${addresses.map((address) => copyField(isIP(address) === 6 ? t('Valor, en un registro de tipo AAAA') : t('Valor del A'), address))}
    ${addresses.length === 0 && html`<p>${t('La dirección aparece aquí en un minuto.')}</p>`}
    ${
      !isIP(domainTarget) &&
      html`
        <p class="hint">
          ${t('Un dominio sin www no puede tener un CNAME común.')}
          ${t(
            'Si donde lo compraste hay «ALIAS», «ANAME» o «CNAME en la raíz», usa eso con el valor {value}.',
            {
              value: domainTarget,
            },
          )}
          ${t('Sigue sirviendo si la dirección cambia.')}
        </p>
      `
    }
  `
}

/** As registrars want it, relative to the registered domain; `@` is that domain itself. */
const nameInZone = (name: string) => getSubdomain(name, { validateHostname: false }) || '@'

function seenNow(context: StoreContext, { domain, seen, checkedAt, isProved, leadsHere }: Domain): Html {
  const { value } = verificationRecordOf(context.store.id, domain)
  const form = context.form('/conexiones/custom_domain/comprobar')
  const { target = null } = seen ?? {}
  return section(
    t('Lo que vemos ahora'),
    html`
      ${
        seen && target
          ? html`
              <dl class="fields">
                <div>
                  <dt><b>${isProved ? t('1. TXT: listo') : t('1. TXT: falta')}</b></dt>
                  <dd>${t('Debe decir {value}', { value: html`<code>${value}</code>` })}</dd>
                  <dd>${t('Vemos {values}', { values: valuesOf(seen.texts) })}</dd>
                </div>
                <div>
                  <dt><b>${leadsHere ? t('2. A dónde lleva: listo') : t('2. A dónde lleva: falta')}</b></dt>
                  <dd>${t('Debe llevar a una de estas: {values}', { values: valuesOf(target.addresses) })}</dd>
                  <dd>${t('Vemos {values}', { values: valuesOf(seen.addresses) })}</dd>
                </div>
              </dl>
            `
          : html`<p>${t('Todavía no miramos.')}</p>`
      }
      ${checkedAt && html`<p class="hint">${t('Miramos {when}.', { when: since(checkedAt, context.store.timeZone) })}</p>`}
      ${formOf(form, submit(t('Mirar otra vez'), 'ghost'))}
    `,
    'estado',
  )
}

function valuesOf(values: string[] | null): Html | Localized {
  if (values === null) return t('que los servidores no responden')
  if (values.length === 0) return t('nada todavía')
  return html`${values.map((value, n) => html`${n > 0 && ', '}<code>${value}</code>`)}`
}

const atNic = joined(
  [
    t(
      'Registran el nombre, pero no guardan registros: los guarda la empresa cuyos servidores (DNS) pusiste ahí.',
    ),
    t('Si no tienes ninguna, abre una cuenta gratis en Cloudflare.'),
    t('Pon sus dos servidores en NIC, y agrega los registros en Cloudflare.'),
  ],
  ' ',
)

/** Where the companies that small shops buy domains from have their DNS records, by the names of their own pages. */
const registrars: { name: Wording; where: Localized }[] = [
  {
    name: 'GoDaddy',
    where: t(
      'Mis productos, tu dominio, DNS, «Agregar nuevo registro». El nombre del dominio solo se escribe @.',
    ),
  },
  {
    name: 'Hostinger',
    where: t(
      'Dominios, tu dominio, «DNS / Nameservers», «Administrar registros DNS». Para el dominio solo, @.',
    ),
  },
  {
    name: 'Namecheap',
    where: t('«Domain List», «Manage», «Advanced DNS», «Add New Record». Para el dominio solo, @.'),
  },
  {
    name: 'Cloudflare',
    where: t(
      'Tu dominio, DNS, Registros, «Agregar registro». Deja la nube en gris («Solo DNS»): en naranja no vemos a dónde lleva.',
    ),
  },
  {
    name: t('Squarespace (antes Google Domains)'),
    where: t('«Domains», tu dominio, «DNS», «DNS Settings», «Add record».'),
  },
  {
    name: 'registro.br',
    where: t('Tu dominio, DNS, «Editar zona», «Nova entrada». Para el dominio solo, el nombre queda vacío.'),
  },
  {
    name: t('NIC Argentina y NIC Chile'),
    where: atNic,
  },
]
