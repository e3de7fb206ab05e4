import { t } from '../../../core/texts/text.ts'
import { html } from '../../../core/http/html.ts'
import { verifySamples } from '../../../features/webhooks/samples.ts'
import { storePage } from '../page.ts'
import { codeBlock } from '../parts/share.ts'
import { collapsible } from '../parts/list.ts'

const code = (text: string) => html`<code>${text}</code>`
const bold = (text: string) => html`<b>${text}</b>`
const standard = (text: string) =>
  html`<a href="https://www.standardwebhooks.com" rel="noopener" target="_blank">${text}</a>`
export const signaturesPage = storePage({
  path: '/webhooks/firmas',
  needs: 'webhooks',
  show: ({ base, app }) => ({
    title: t('Comprobar una firma'),
    back: { href: `${base}/webhooks`, label: t('Webhooks') },
    main: html`
      <p>
        ${t('Cualquiera que conozca tu dirección podría mandarle avisos falsos.')}
        ${t('Por eso cada uno va firmado con el secreto que solo tú y nosotros conocemos: si coincide, es nuestro y nadie lo cambió.')}
      </p>
      <ol class="steps">
        <li>
          ${t('Guarda el secreto del webhook (<code>whsec_…</code>) donde tu programa guarda sus contraseñas.', { code })}
        </li>
        <li>${t('Lee el cuerpo del aviso <b>tal como llegó</b>, antes de convertirlo de JSON.', { b: bold })}</li>
        <li>
          ${t('Pásalo por la función de abajo, con las cabeceras {id}, {time} y {signature}.', {
            id: code('webhook-id'),
            time: code('webhook-timestamp'),
            signature: code('webhook-signature'),
          })}
        </li>
        <li>
          ${t('Responde 200 en menos de 15 segundos. Un aviso puede llegar dos veces: recuerda su {id}.', { id: code('webhook-id') })}
        </li>
      </ol>
      ${codeBlock('Node.js', verifySamples.node)}
      ${collapsible('Python', codeBlock('Python', verifySamples.python), false)}
      ${collapsible('PHP', codeBlock('PHP', verifySamples.php), false)}
      <p class="muted">
        ${t('Sigue el estándar <a>Standard Webhooks</a>: sus bibliotecas también sirven.', { a: standard })}
      </p>
      <p class="links"><a href="${app.publicUrl}/docs/guia/webhooks">${t('La guía completa')}</a></p>
    `,
  }),
})
