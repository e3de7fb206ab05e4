import { exampleOf, ownerCommands } from '../../features/whatsapp/owner-commands.ts'
import { CAPS, type Capped } from '../../features/billing/plans.ts'
import { ACCOUNT_SCOPES, STORE_SCOPES } from '../../core/auth/scopes.ts'
import { DAILY_BYTES } from '../../core/database/daily-bytes.ts'
import { RECEIPT_MIB } from '../../features/payments/receipts/daily-bytes.ts'
import { languages } from '../../core/texts/language.ts'
import { t } from '../../core/texts/text.ts'
import { html } from '../../core/http/html.ts'
import { KEY_LIMIT } from '../../core/limits/rate-limit.ts'
import { MAX_FREE_STORES } from '../../features/stores/store.ts'
import { verifySamples } from '../../features/webhooks/samples.ts'
import { knownErrors } from './errors.ts'

const capNames: Record<Capped, string> = {
  products: 'Productos',
  categories: 'Categorías',
  discounts: 'Descuentos activos',
  shippingOptions: 'Opciones de envío',
  members: 'Personas, con invitaciones',
  apiKeys: 'Claves de API',
  webhooks: 'Webhooks',
  images: 'Fotos subidas',
  imageMegabytes: 'MiB de fotos subidas',
}

function capRow([resource, name]: [string, string]): string {
  const [free, paid] = [CAPS.free, CAPS.paid].map((plan) => plan[resource as Capped].toLocaleString('en-US'))
  return `| ${name} | ${free} | ${paid} |`
}

const storeScopes = html`<ul class="columns">
  ${STORE_SCOPES.map((scope) => html`<li><code>${scope}</code></li>`)}
</ul>`

const errors = html`<div class="scroll" tabindex="0" role="region" aria-label="Códigos de error">
  <table>
    <thead>
      <tr>
        <th scope="col">HTTP</th>
        <th scope="col">code</th>
        <th scope="col">Causa</th>
        <th scope="col">Remedio</th>
      </tr>
    </thead>
    <tbody>
      ${knownErrors.map(
        ({ status, code, cause, remedy }, n) => html`<tr id="${anchorOf(n)}">
          <td>${status}</td>
          <td>${code ? html`<code>${code}</code>` : html`sin código; <code>error</code> es <code>payment_required</code>`}</td>
          <td>${cause}</td>
          <td>${remedy}</td>
        </tr>`,
      )}
    </tbody>
  </table>
</div>`

/** A code of two statuses is linked to its first entry. */
function anchorOf(n: number): string {
  const { status, code } = knownErrors[n]!
  const isFirst = knownErrors.findIndex((error) => error.code === code) === n
  return code === null ? `http-${status}` : isFirst ? code : `${code}-${status}`
}

export const guideValues: Record<string, string> = {
  accountScopes: ACCOUNT_SCOPES.map((scope) => `\`${scope}\``).join(' '),
  caps: Object.entries(capNames).map(capRow).join('\n'),
  errorExample: JSON.stringify(knownErrors[0]!.example, null, 2),
  errors: errors.in('es'),
  receiptMiBOfAddress: String(RECEIPT_MIB.addressInStore),
  receiptMiBOfStore: String(RECEIPT_MIB.store.free),
  freeDailyMiB: String(DAILY_BYTES.free / 2 ** 20),
  freeStores: String(MAX_FREE_STORES),
  keyLimit: String(KEY_LIMIT.max),
  paidDailyGiB: String(DAILY_BYTES.paid / 2 ** 30),
  storeScopes: storeScopes.in('es'),
  verifySample: verifySamples.node,
  whatsappCommands: ownerCommands
    .map((command) => {
      const example = exampleOf(command, { name: t('NOMBRE'), price: 'N' })
      return `| ${languages.map((language) => `\`${example.in(language)}\``).join(' | ')} | ${command.says.in('es')} |`
    })
    .join('\n'),
}
