import { html, type Html } from '../../core/http/html.ts'
import type { ListedProduct, ListedVariant } from '../catalog.ts'
import { isSoldOut } from './stock.ts'

/**
 * The options of a product as chips, a group per option. Values that no variant combines with the chosen ones are struck through,
 * but can be chosen. The page's script selects the variant by them; without JavaScript the list of variants is shown instead.
 */
export function optionChips({ options, variants }: ListedProduct, chosen: ListedVariant): Html[] {
  return options.map(({ name, values }, n) => {
    const chip = (value: string) => {
      const isChosen = chosen.optionValues[n] === value
      const match = variants.find(({ optionValues }) =>
        optionValues.every((other, i) => other === (i === n ? value : chosen.optionValues[i])),
      )
      return html`
        <label>
          <input type="radio" form="" name="eje-${n}" value="${value}"${isChosen && html` checked`}>
          <span${(!match || isSoldOut(match)) && html` class="no"`}>${value}</span>
        </label>
      `
    }
    return html`<fieldset class="option-group"><legend>${name}</legend>${values.map(chip)}</fieldset>`
  })
}
