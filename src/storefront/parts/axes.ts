import { html, type Html } from '../../core/http/html.ts'
import type { Listed, Option } from '../catalog.ts'
import { isSoldOut } from './stock.ts'

/**
 * The options of a product as chips, an axis below the other: what does not go with what is chosen is struck through and can be
 * chosen all the same. They need the page's script, which sets the list of variants by them; without it that list is shown.
 */
export function axes({ options, variants }: Listed, chosen: Option): Html[] {
  return options.map(({ name, values }, axis) => {
    const chip = (value: string) => {
      const isChosen = chosen.optionValues[axis] === value
      const match = variants.find(({ optionValues }) =>
        optionValues.every((other, n) => other === (n === axis ? value : chosen.optionValues[n])),
      )
      return html`
        <label>
          <input type="radio" form="" name="eje-${axis}" value="${value}"${isChosen && html` checked`}>
          <span${(!match || isSoldOut(match)) && html` class="no"`}>${value}</span>
        </label>
      `
    }
    return html`<fieldset class="axis"><legend>${name}</legend>${values.map(chip)}</fieldset>`
  })
}
