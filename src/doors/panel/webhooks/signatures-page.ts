import { html } from '../../../core/http/html.ts'
import { verifySamples } from '../../../features/webhooks/samples.ts'
import { storePage } from '../page.ts'
import { codeBlock } from '../parts/share.ts'
import { collapsible } from '../parts/list.ts'

export const signaturesPage = storePage({
  path: '/webhooks/firmas',
  needs: 'webhooks',
  show: ({ base, app }) => ({
    title: 'Comprobar una firma',
    back: { href: `${base}/webhooks`, label: 'Webhooks' },
    main: html`
      <p>
        Cualquiera que conozca tu dirección podría mandarle avisos falsos. Por eso cada aviso va firmado con
        el secreto que solo tú y nosotros conocemos: si la firma coincide, es nuestro y nadie lo cambió en el
        camino.
      </p>
      <ol class="steps">
        <li>
          Guarda el secreto del webhook (<code>whsec_…</code>) donde tu programa guarda sus contraseñas.
        </li>
        <li>Lee el cuerpo del aviso <b>tal como llegó</b>, antes de convertirlo de JSON.</li>
        <li>
          Pásalo por la función de abajo, con las cabeceras <code>webhook-id</code>,
          <code>webhook-timestamp</code> y <code>webhook-signature</code>.
        </li>
        <li>
          Responde 200 en menos de 15 segundos. Un aviso puede llegar dos veces: recuerda su
          <code>webhook-id</code>.
        </li>
      </ol>
      ${codeBlock('Node.js', verifySamples.node)}
      ${collapsible('Python', codeBlock('Python', verifySamples.python), false)}
      ${collapsible('PHP', codeBlock('PHP', verifySamples.php), false)}
      <p class="muted">
        Sigue el estándar
        <a href="https://www.standardwebhooks.com" rel="noopener" target="_blank">Standard Webhooks</a>: sus
        bibliotecas también sirven.
      </p>
      <p class="links"><a href="${app.publicUrl}/docs/guia/webhooks">La guía completa</a></p>
    `,
  }),
})
