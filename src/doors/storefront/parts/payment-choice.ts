import type { Issue } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import type { CheckoutFields } from '../checkout-form.ts'
import type { PaymentChoice } from '../checkout-choices.ts'
import { isFirstWrong } from './field.ts'

/**
 * How the order will be paid: a shop's only way is said, not asked for. Who pays in cash says with how much; the stylesheet hides that
 * otherwise.
 */
export function paymentChoice(
  choices: PaymentChoice[],
  submitted: CheckoutFields,
  issues: Issue[],
): Html | null {
  const chosen = choices.find(({ id }) => id === submitted.paymentMethodId) ?? choices[0]
  if (!chosen) return null
  const change = choices.some(({ kind }) => kind === 'cash') && changeField(submitted, issues)
  if (choices.length === 1) {
    const method = html`<b>${chosen.name}</b>`
    return html`
      <p>
        ${t('Forma de pago: {method}', { method })}<input type="hidden" name="paymentMethodId" value="${chosen.id}">
      </p>
      ${change}
    `
  }
  const wrong = issues.find(({ field }) => field === 'paymentMethodId')?.message ?? ''
  const checked = html`
    id="paymentMethodId" checked${isFirstWrong(issues, 'paymentMethodId') && html` autofocus`}
    ${wrong !== '' && html` aria-invalid="true"`}
  `
  const choice = ({ id, kind, name }: PaymentChoice) => html`
    <label class="pick">
      <input type="radio" name="paymentMethodId" value="${id}" data-pay="${kind}" ${id === chosen.id && checked}>
      <span>${name}</span>
    </label>
  `
  return html`
    <fieldset class="group" aria-describedby="paymentMethodId-wrong">
      <legend>${t('¿Cómo pagas?')}</legend>${choices.map(choice)}
      <p class="wrong" id="paymentMethodId-wrong" aria-live="polite">${wrong}</p>
    </fieldset>
    ${change}
  `
}

function changeField({ changeFor }: CheckoutFields, issues: Issue[]): Html {
  const wrong = issues.find(({ field }) => field === 'changeFor')?.message ?? ''
  return html`
    <div class="field change">
      <label for="changeFor">${t('¿Con cuánto pagas?')}</label>
      <p class="hint" id="changeFor-hint">${t('En efectivo, para llevarte el cambio. Déjalo vacío si pagas exacto.')}</p>
      <input id="changeFor" name="changeFor" inputmode="decimal" autocomplete="off" maxlength="40" value="${changeFor}"
        ${wrong !== '' && html` aria-invalid="true"`} aria-describedby="changeFor-wrong changeFor-hint">
      <p class="wrong" id="changeFor-wrong" aria-live="polite">${wrong}</p>
    </div>
  `
}
