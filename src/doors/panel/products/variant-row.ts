import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'
import type { ProductRow, StoredVariant } from '../../../features/products/product.ts'
import { MAX_VARIANT_NAME, variantFields, variantTexts } from '../../../features/products/fields.ts'
import { MAX_QUANTITY_PRICES } from '../../../features/products/quantity-fields.ts'
import type { ProductOption } from '../../../features/products/options.ts'
import { invalidAttributes } from '../forms/errors.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { plainAmount } from '../parts/money-field.ts'
import { removeBox } from '../parts/form.ts'
import { shown } from './stock-fields.ts'

export type VariantRow = {
  context: StoreContext
  form: Form
  product: ProductRow | null
  options: (ProductOption & { axis: number })[]
  variant: StoredVariant | undefined
  /** `variants.3` */
  row: string
  n: number
}

export const namesOfRow = ({ row, options }: VariantRow): string[] => [
  ...[
    'name',
    'price',
    'stock',
    'isActive',
    'optionValues',
    'imageUrl',
    'quantityPrices',
    'quantityPrices.*',
    ...variantTexts,
  ].map((name) => `${row}.${name}`),
  ...options.map(({ axis }) => `${row}.optionValues.${axis}`),
]

/** A variant as a line of fields, and below it what is seldom changed, folded, and its errors. */
export function variantRow(of: VariantRow): Html {
  const { form, row, n, variant } = of
  const values = valuesOf(of)
  const name = form.value(`${row}.name`, variant?.name ?? '') || values.join(' / ')
  const errors = errorsOf(of)
  const isMore = errors.some(({ isInside }) => isInside)
  return html`
    <fieldset class="variant-row">
      <legend class="hidden">${name || t('Variante {n}', { n: n + 1 })}</legend>
      <div class="variant-line">
        ${variant && html`<input type="hidden" name="${row}.id" value="${variant.id}">`}
        ${values.length > 0 ? html`<b>${name}</b>` : nameInput(of, name)}
        ${priceCell(of)}
        ${stockCells(of)}
        ${switchCell(of)}
      </div>
      <details${isMore && html` open`}>
        <summary>${icon('more')}<span class="hidden">${t('Más')}</span></summary>
        <div class="variant-more">${moreFields(of, values.length > 0 && name)}</div>
      </details>
      ${errors.map(({ id, message, isNow }) => html`<p class="${isNow ? 'hint' : 'wrong'}"${!isNow && html` id="${id}"`}>${message}</p>`)}
    </fieldset>
  `
}

const valuesOf = ({ form, row, options, variant }: VariantRow): string[] =>
  options
    .map(({ axis }, n) => form.value(`${row}.optionValues.${axis}`, variant?.optionValues[n] ?? ''))
    .filter((value) => value !== '')

type CellOptions = { max: number; inputmode?: string; placeholder?: Wording; list?: string }

/** An input without a label of its own: the head of its column is one, and the row is named by its variant. */
function cell(
  { form, row, options }: VariantRow,
  of: string,
  label: Wording,
  saved: string,
  { max, inputmode, placeholder, list }: CellOptions,
): Html {
  const name = `${row}.${of}`
  const names = [name, ...(of === `optionValues.${options[0]?.axis}` ? [`${row}.optionValues`] : [])]
  const wrong = form.wrong(...names)
  return html`
    <input type="text" name="${name}" value="${form.value(name, saved)}" aria-label="${label}" maxlength="${max}"
      autocomplete="off"${inputmode && html` inputmode="${inputmode}"`}
      ${placeholder && html` placeholder="${placeholder}"`}${list && html` list="${list}"`}
      ${wrong && html`${invalidAttributes(form, ...names)} aria-describedby="${name}-wrong"`}>
  `
}

const nameInput = (of: VariantRow, name: string) =>
  cell(of, 'name', t('Nombre de la variante'), name, {
    max: MAX_VARIANT_NAME,
    placeholder: of.n === 0 ? t('Grande') : ' ',
  })

const priceCell = (of: VariantRow) =>
  cell(of, 'price', t('Precio propio'), priceText(of, of.variant?.price), {
    max: 20,
    inputmode: 'decimal',
    placeholder: basePrice(of),
  })

const priceText = ({ context }: VariantRow, price: number | null | undefined) =>
  price == null ? '' : plainAmount(price, context.store)

const basePrice = ({ context, product }: VariantRow) =>
  product ? plainAmount(product.price, context.store) : ' '

function stockCells(of: VariantRow): Html {
  const { form, row, variant } = of
  const saved = String(variant?.stock ?? '')
  return html`
    ${cell(of, 'stock', t('Existencias'), saved, { max: 9, inputmode: 'numeric', placeholder: '–' })}
    ${variant && shown(`${row}.stock`, `${row}.shownStock`, variant.stock).control(form)}
  `
}

function switchCell({ form, row, variant }: VariantRow): Html {
  const name = `${row}.isActive`
  const isOn = form.value(name, variant?.isActive ?? true) !== 'false'
  const wrong = form.wrong(name)
  return html`
    <input type="hidden" name="${name}" value="false">
    <label>
      <input type="checkbox" role="switch" name="${name}" value="true" aria-label="${t('Se puede pedir')}"${isOn && html` checked`}
        ${wrong && html`${invalidAttributes(form, name)} aria-describedby="${name}-wrong"`}>
    </label>
  `
}

/** What is seldom changed of a variant. @param ownName where it is not in the row itself */
const moreFields = (of: VariantRow, ownName: string | false): Html => html`
  ${ownName && html`<label>${t('Nombre')} ${cell(of, 'name', t('Nombre de la variante'), ownName, { max: MAX_VARIANT_NAME })}</label>`}
  ${of.options.map(({ axis, name }, n) => {
    const [label, saved] = [name || t('Opción'), of.variant?.optionValues[n] ?? '']
    return html`<label>${label} ${cell(of, `optionValues.${axis}`, label, saved, { max: 40, list: `values-${axis}` })}</label>`
  })}
  ${variantTexts.map((text) => {
    const {
      label,
      text: { max },
    } = variantFields[text]
    return html`<label>${label} ${cell(of, text, label, of.variant?.[text] ?? '', { max })}</label>`
  })}
  ${quantityPriceFields(of)}
  ${photoChoice(of)}
  ${of.variant && removeBox(of.form, `${of.row}._remove`)}
`

function quantityPriceFields(of: VariantRow): Html | null {
  const { variant, context } = of
  if (variant?.price == null) return null
  const saved = variant.quantityPrices ?? []
  return html`
    ${Array.from({ length: Math.min(saved.length + 1, MAX_QUANTITY_PRICES) }, (_, n) => {
      const { from = '', price } = saved[n] ?? {}
      const [at, place] = [`quantityPrices.${n}`, n + 1]
      const amount = price === undefined ? '' : plainAmount(price, context.store)
      const count = cell(
        of,
        `${at}.from`,
        t('Precio por cantidad {n}: desde cuántas', { n: place }),
        String(from),
        {
          max: 5,
          inputmode: 'numeric',
        },
      )
      const each = cell(of, `${at}.price`, t('Precio por cantidad {n}: cada una', { n: place }), amount, {
        max: 20,
        inputmode: 'decimal',
      })
      return html`<label>${t('Desde')} ${count}</label><label>${t('Cada una')} ${each}</label>`
    })}
  `
}

function photoChoice({ form, product, variant, row }: VariantRow): Html | null {
  const own = variant?.imageUrl ?? null
  const photos = (product?.images ?? []).map(({ url, alt }, n) => ({
    value: url,
    label: alt ?? t('Foto {n}', { n: n + 1 }),
  }))
  const isOther = own !== null && photos.every(({ value }) => value !== own)
  if (photos.length < 2 && own === null) return null
  const name = `${row}.imageUrl`
  const chosen = form.value(name, own)
  const options = [
    { value: '', label: t('La del producto') },
    ...photos,
    ...(isOther ? [{ value: own, label: t('La suya') }] : []),
  ]
  const wrong = form.wrong(name)
  return html`
    <label>
      ${t('Foto')}
      <select name="${name}"${wrong && html`${invalidAttributes(form, name)} aria-describedby="${name}-wrong"`}>
        ${options.map(({ value, label }) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}
      </select>
    </label>
  `
}

type RowError = { id: string; message: Wording; isInside: boolean; isNow: boolean }

/** The errors of a row, and what another person saved in it meanwhile. */
function errorsOf(of: VariantRow): RowError[] {
  const { form, row, variant } = of
  const isNamed = valuesOf(of).length === 0
  const errors = namesOfRow(of).flatMap((name): RowError[] => {
    const isFirstValue = name === `${row}.optionValues.${of.options[0]?.axis}`
    const names = isFirstValue ? [name, `${row}.optionValues`] : [name]
    const message = name === `${row}.optionValues` && of.options.length > 0 ? null : form.wrong(...names)
    if (message === null) return []
    const isOutside = /\.(?:price|stock|isActive)$/.test(name) || (isNamed && name === `${row}.name`)
    return [{ id: `${name}-wrong`, message, isInside: !isOutside, isNow: false }]
  })
  const now = (name: string, label: Localized, saved: string): RowError[] =>
    variant && form.differs(`${row}.${name}`, saved)
      ? [
          {
            id: '',
            message: t('{field}: ahora dice «{saved}».', { field: label, saved }),
            isInside: false,
            isNow: true,
          },
        ]
      : []
  return [
    ...errors,
    ...now('name', t('Nombre'), variant?.name ?? ''),
    ...now('price', t('Precio'), priceText(of, variant?.price)),
    ...now('isActive', t('A la venta'), String(variant?.isActive ?? true)),
  ]
}
