import { t } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Choice } from '../../../features/modifier-groups/choices.ts'
import type { ModifierGroup } from '../../../features/modifier-groups/modifier-group.ts'
import { choiceRule } from '../../../core/pages/choice-texts.ts'
import { section } from '../parts/list.ts'

/** A saved group as the shopper sees it: only what can be chosen now. */
export function preview(group: ModifierGroup, currency: string): Html {
  const offered = group.choices.filter(({ isActive }) => isActive)
  const content = html`
    <fieldset class="choices" disabled>
      <legend>${group.name} <small>${choiceRule(group)}</small></legend>
      <ul class="list">${offered.map((choice) => choiceOf(group, choice, currency))}</ul>
    </fieldset>
  `
  return section(
    t('Así lo ve quien compra (lo guardado)'),
    offered.length > 0 ? content : nothingOffered(group),
  )
}

function choiceOf(
  { maxChoices }: ModifierGroup,
  { name, price, maxQuantity }: Choice,
  currency: string,
): Html {
  const type = maxChoices === 1 ? 'radio' : 'checkbox'
  return html`
    <li>
      <label class="row choice">
        <input type="${type}">
        <span class="row-text">
          <span>${name}</span>
          ${maxQuantity > 1 && maxChoices !== 1 && html`<small>${t('Hasta {max}', { max: maxQuantity })}</small>`}
        </span>
        ${price > 0 && html`<span class="row-end">+ ${formatAmount(price, currency)}</span>`}
      </label>
    </li>
  `
}

const nothingOffered = ({ minChoices }: ModifierGroup): Html => html`
  <p>
    ${
      minChoices > 0
        ? t(
            'Todas las opciones están apagadas, y hay que elegir: los productos con este grupo salen agotados.',
          )
        : t('Todas las opciones están apagadas: el grupo no se ve en la tienda.')
    }
  </p>
`
