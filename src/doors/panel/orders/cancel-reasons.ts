import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'

type Reason = { label: Localized; text: (order: string) => Localized }

/** Why an order is cancelled, as the shop chooses it and as it tells the customer; nothing else is done with it. */
const reasons: Record<string, Reason> = {
  'sin-existencias': {
    label: t('Sin existencias'),
    text: (order) =>
      t('no podemos atender tu pedido {order}: se terminaron las existencias. Disculpa.', { order }),
  },
  cerrado: {
    label: t('Estamos cerrados'),
    text: (order) => t('no podemos atender tu pedido {order}: estamos cerrados. Disculpa.', { order }),
  },
  lejos: {
    label: t('No llegamos hasta ahí'),
    text: (order) =>
      t('no podemos atender tu pedido {order}: no llegamos hasta esa dirección. Disculpa.', { order }),
  },
  'lo-pidio': {
    label: t('Lo pidió quien compra'),
    text: (order) => t('cancelamos tu pedido {order}, como nos pediste.', { order }),
  },
}

export const reasonOf = (name: string | undefined): Reason | null =>
  name !== undefined && Object.hasOwn(reasons, name) ? reasons[name]! : null

/** The field of the form, which the operation does not take. */
export const REASON = '_reason'

export const reasonChoices = (): Html => html`
  <fieldset class="choices">
    <legend>${t('Motivo, para escribírselo (opcional)')}</legend>
    <ul class="list">
      ${Object.entries(reasons).map(
        ([name, { label }]) => html`
          <li>
            <label class="row choice"><input type="radio" name="${REASON}" value="${name}"><span>${label}</span></label>
          </li>
        `,
      )}
    </ul>
  </fieldset>
`
