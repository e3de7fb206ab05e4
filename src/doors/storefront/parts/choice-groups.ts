import { html, type Html } from '../../../core/http/html.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { MAX_LENGTHS } from '../../../features/orders/order.ts'
import type { OfferedGroup } from '../../../features/products/offered-groups.ts'
import type { SubmittedOrder } from '../order-fields.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

/** An optional group with more choices than these is closed until it is tapped. */
const SHOWN_CHOICES = 8

/** What can be chosen with a product: a fieldset per group, and the note. */
export function choiceGroups(shop: Shop, groups: OfferedGroup[], submitted: SubmittedOrder): Html {
  const first = submitted.issues[0]?.group
  return html`
    ${groups.map((group) => choiceGroup(shop, group, submitted, group.id === first))}
    ${noteField(submitted)}
  `
}

function choiceGroup(
  { currency }: Shop,
  group: OfferedGroup,
  submitted: SubmittedOrder,
  isFirst: boolean,
): Html {
  const { id, name, minChoices, maxChoices, pricing, choices } = group
  const wrong = submitted.issues.filter((issue) => issue.group === id).map(({ message }) => message)
  const fields = choices.map((choice) => choiceField(currency, group, choice, submitted))
  if (isOneOf(group) && minChoices === 0) fields.unshift(noChoice(group, submitted))
  const isClosed = minChoices === 0 && choices.length > SHOWN_CHOICES && wrong.length === 0
  const list = html`<div class="modifier-list">${fields}</div>`
  return html`
    <fieldset class="modifiers" data-min="${minChoices}" data-max="${maxChoices}" data-pricing="${pricing}"
      aria-describedby="${id}-need ${id}-wrong">
      <legend>${name}</legend>
      <p class="need${minChoices > 0 && ' must'}" id="${id}-need">${needText(group)} <b class="tally"></b></p>
      <p class="wrong" id="${id}-wrong" role="alert"${isFirst && html` tabindex="-1" autofocus`}>${joined(wrong, '. ')}</p>
      ${isClosed ? html`<details><summary>${t('Ver las {count} opciones', { count: choices.length })}</summary>${list}</details>` : list}
    </fieldset>
  `
}

const isOneOf = ({ maxChoices }: OfferedGroup) => maxChoices === 1

const prices = {
  sum: '',
  highest: t('No se suman: pagas la más cara'),
  average: t('No se suman: pagas el promedio'),
}

/** `Elige 2. No se suman: pagas la más cara` */
function needText({ pricing, choices, ...group }: OfferedGroup): Localized {
  const rule = choices.some(({ price }) => price > 0) ? prices[pricing] : ''
  return joined([countText(group), rule].filter(Boolean), '. ')
}

function countText({
  minChoices: min,
  maxChoices: max,
}: Pick<OfferedGroup, 'minChoices' | 'maxChoices'>): Localized {
  if (min === 0) return max === null || max === 1 ? t('Opcional') : t('Opcional: hasta {max}', { max })
  if (max === min) return t('Elige {min}', { min })
  if (max === null) return t('Elige {min} o más', { min })
  return max === min + 1 ? t('Elige {min} o {max}', { min, max }) : t('Elige de {min} a {max}', { min, max })
}

type Choice = OfferedGroup['choices'][number]

function choiceField(
  currency: string,
  group: OfferedGroup,
  choice: Choice,
  { chosen }: SubmittedOrder,
): Html {
  const { id, name, price, maxQuantity } = choice
  const isOne = isOneOf(group)
  const quantity = chosen.get(id) ?? (isOnly(group) ? 1 : 0)
  const field = isOne ? `choices.${group.id}` : `choices.${id}.quantity`
  const amount = price > 0 && html` <b>+${formatAmount(price, currency)}</b>`
  const data = price > 0 && html` data-price="${price}"`
  if (!isOne && maxQuantity > 1) {
    return html`
      <label class="extra" for="${id}-more">
        <span>${name}${amount}</span>
        <span class="stepper">
          <button type="button" class="step" data-step="-1" aria-label="${t('Menos {name}', { name })}">−</button>
          <input type="number" name="${field}" value="${quantity}" min="0" max="${maxQuantity}"
            inputmode="numeric" aria-label="${name}"${data}>
          <button type="button" id="${id}-more" class="step" data-step="1" aria-label="${t('Más {name}', { name })}">+</button>
        </span>
      </label>
    `
  }
  return html`
    <label class="extra">
      <input type="${isOne ? 'radio' : 'checkbox'}" name="${field}" value="${isOne ? id : 1}"${data}${quantity > 0 && html` checked`}>
      <span>${name}${amount}</span>
    </label>
  `
}

const isOnly = ({ minChoices, choices }: OfferedGroup) => minChoices === 1 && choices.length === 1

const noChoice = ({ id, choices }: OfferedGroup, { chosen }: SubmittedOrder) => html`
  <label class="extra">
    <input type="radio" name="choices.${id}" value=""${!choices.some((one) => chosen.has(one.id)) && html` checked`}>
    <span>${t('Ninguno')}</span>
  </label>
`

function noteField({ note, issues }: SubmittedOrder): Html {
  const wrong = issues.find(({ group }) => group === 'note')?.message ?? ''
  return html`
    <div class="field">
      <label for="note">${t('Nota')} <small>${t('opcional')}</small></label>
      <input id="note" name="note" value="${note}" maxlength="${MAX_LENGTHS.itemNote}" autocomplete="off"
        placeholder="${t('Por ejemplo: sin cebolla')}" aria-describedby="note-wrong"${wrong && html` aria-invalid="true"`}>
      <p class="wrong" id="note-wrong" role="alert">${wrong}</p>
    </div>
  `
}
