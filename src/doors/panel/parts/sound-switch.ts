import { t } from '../../../core/texts/text.ts'
import { html } from '../../../core/http/html.ts'

/** Whether this device sounds when an order arrives; shown by the script, which remembers it (`assets/live.js`). */
export const soundSwitch = html`
  <div class="switch" hidden>
    <label>
      <span>
        ${t('Sonar con cada pedido')}
        <small class="muted">${t('En este dispositivo, con el panel abierto.')}</small>
      </span>
      <input type="checkbox" role="switch" data-sound>
    </label>
  </div>
`
