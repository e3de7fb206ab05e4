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

export const domainRecords = (context: StoreContext, domain: Domain): Html => html`
  ${
    domain.state === 'open' &&
    html`
      <p><a class="button" href="${shopUrl(context.app, context.store)}">Abrir ${domain.domain}</a></p>
    `
  }
  ${section(
    'Los dos registros',
    html`
      <p>Agrégalos donde compraste <b>${domain.domain}</b>, en la parte que se llama DNS. Uno dice que es tuyo; el otro
        hace que abra tu tienda.</p>
      ${proof(context, domain)}
      ${direction(context, domain)}
      <p class="hint">
        Si ya hay otro registro A, AAAA o CNAME con ese mismo nombre, cámbialo en vez de agregar uno. Los demás, como los de correo
        (MX), déjalos como están. Un cambio puede tardar desde minutos hasta un día en verse.
      </p>
      <details class="fold">
        <summary>¿Dónde se escriben?</summary>
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
    <h3>1. Tipo TXT</h3>
    ${copyField('Nombre del TXT', nameInZone(name))}
    ${copyField('Valor del TXT', value)}
    <p class="hint">El nombre entero es ${name}: casi todos agregan el dominio solos.</p>
  `
}

/** A name without subdomain can't have a CNAME: it gets the addresses themselves. */
function direction({ app }: StoreContext, { domain, seen }: Domain): Html {
  const { domainTarget } = app.config
  const addresses = isIP(domainTarget) ? [domainTarget] : (seen?.target.addresses ?? [])
  if (getSubdomain(domain) && !isIP(domainTarget))
    return html`
      <h3>2. Tipo CNAME</h3>
      ${copyField('Nombre del CNAME', nameInZone(domain))}
      ${copyField('Valor del CNAME', domainTarget)}
    `
  return html`
    <h3>2. Tipo A</h3>
    ${copyField('Nombre del A', nameInZone(domain))}
    ${addresses.map((address) => copyField(isIP(address) === 6 ? 'Valor, en un registro de tipo AAAA' : 'Valor del A', address))}
    ${addresses.length === 0 && html`<p>La dirección aparece aquí en un minuto.</p>`}
    ${
      !isIP(domainTarget) &&
      html`
        <p class="hint">
          Un dominio sin www no puede tener un CNAME común. Si donde lo compraste hay «ALIAS», «ANAME» o «CNAME en la raíz»,
          usa eso con el valor ${domainTarget}: sigue sirviendo si la dirección cambia.
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
    'Lo que vemos ahora',
    html`
      ${
        seen && target
          ? html`
              <dl class="fields">
                <div>
                  <dt><b>1. TXT: ${isProved ? 'listo' : 'falta'}</b></dt>
                  <dd>Debe decir <code>${value}</code></dd>
                  <dd>Vemos ${valuesOf(seen.texts)}</dd>
                </div>
                <div>
                  <dt><b>2. A dónde lleva: ${leadsHere ? 'listo' : 'falta'}</b></dt>
                  <dd>Debe llevar a una de estas: ${valuesOf(target.addresses)}</dd>
                  <dd>Vemos ${valuesOf(seen.addresses)}</dd>
                </div>
              </dl>
            `
          : html`<p>Todavía no miramos.</p>`
      }
      ${checkedAt && html`<p class="hint">Miramos ${since(checkedAt, context.store.timeZone)}.</p>`}
      ${formOf(form, submit('Mirar otra vez', 'ghost'))}
    `,
    'estado',
  )
}

function valuesOf(values: string[] | null): Html | string {
  if (values === null) return 'que los servidores no responden'
  if (values.length === 0) return 'nada todavía'
  return html`${values.map((value, n) => html`${n > 0 && ', '}<code>${value}</code>`)}`
}

/** Where the companies that small shops buy domains from have their DNS records, by the names of their own pages. */
const registrars: { name: string; where: string }[] = [
  {
    name: 'GoDaddy',
    where:
      'Mis productos, tu dominio, DNS, «Agregar nuevo registro». El nombre del dominio solo se escribe @.',
  },
  {
    name: 'Hostinger',
    where: 'Dominios, tu dominio, «DNS / Nameservers», «Administrar registros DNS». Para el dominio solo, @.',
  },
  {
    name: 'Namecheap',
    where: '«Domain List», «Manage», «Advanced DNS», «Add New Record». Para el dominio solo, @.',
  },
  {
    name: 'Cloudflare',
    where:
      'Tu dominio, DNS, Registros, «Agregar registro». Deja la nube en gris («Solo DNS»): en naranja no vemos a dónde lleva.',
  },
  {
    name: 'Squarespace (antes Google Domains)',
    where: '«Domains», tu dominio, «DNS», «DNS Settings», «Add record».',
  },
  {
    name: 'registro.br',
    where: 'Tu dominio, DNS, «Editar zona», «Nova entrada». Para el dominio solo, el nombre queda vacío.',
  },
  {
    name: 'NIC Argentina y NIC Chile',
    where:
      'Registran el nombre, pero no guardan registros: los guarda la empresa cuyos servidores (DNS) pusiste ahí. Si no tienes ' +
      'ninguna, abre una cuenta gratis en Cloudflare, pon sus dos servidores en NIC, y agrega los registros en Cloudflare.',
  },
]
