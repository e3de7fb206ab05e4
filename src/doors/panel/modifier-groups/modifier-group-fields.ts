import { sampleAmount } from '../forms/samples.ts'
import { html } from '../../../core/http/html.ts'
import { t, joined, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { type Choice, MAX_CHOICES } from '../../../features/modifier-groups/choices.ts'
import type { ModifierGroup } from '../../../features/modifier-groups/modifier-group.ts'
import { lastOf, rowsOf, type FormFields } from '../forms/form-fields.ts'
import { withFreePrices } from '../forms/free-price.ts'
import { pastedRows } from '../forms/pasted-list.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { optionsOf, type Part } from '../parts/field.ts'
import { moneyField } from '../parts/money-field.ts'
import { removeBox } from '../parts/form.ts'

const MAX_NAME = 60

export const pricingNames: Record<ModifierGroup['pricing'], Localized> = {
  sum: t('Se suman'),
  highest: t('La más cara (mitades)'),
  average: t('El promedio (mitades)'),
}

export const modifierGroupFields = (
  context: StoreContext,
  form: Form,
  group: ModifierGroup | null,
): Part[] => [
  {
    name: 'name',
    label: t('Nombre'),
    value: group?.name ?? '',
    max: MAX_NAME,
    required: true,
    placeholder: t('Elige tus extras'),
    hint: t('Así lo lee quien compra.'),
  },
  {
    name: 'minChoices',
    label: t('Mínimo'),
    value: group?.minChoices ?? 0,
    inputmode: 'numeric',
    max: 3,
    hint: t('Escribe 0 si no es obligatorio, 1 si hay que elegir una.'),
  },
  {
    name: 'maxChoices',
    label: t('Máximo (opcional)'),
    value: group?.maxChoices ?? '',
    inputmode: 'numeric',
    max: 3,
    hint: t('Escribe 1 si solo se elige una. Vacío: las que quiera.'),
  },
  {
    name: 'pricing',
    label: t('Cómo se cobra lo que eligen'),
    value: group?.pricing ?? 'sum',
    options: optionsOf(pricingNames),
    hint: pricingHint(context.store.currency),
  },
  html`<h2>${t('Opciones')}</h2>`,
  form.isConflict &&
    html`<p class="hint">${t('Ahora: {names}.', { names: namesOf(group?.choices ?? []) })}</p>`,
  choiceFields(context, form, group),
]

/** The query parameter of the page that shows the choices as a list to paste. */
const AS_LIST = 'opciones'
/** The field with the list: the API's name, whose value the form's conversion replaces by its rows. */
const LIST = 'choices'

/** A row for each choice and some empty ones, or all of them as a list with one on a line. */
function choiceFields({ store, base, query }: StoreContext, form: Form, group: ModifierGroup | null): Part[] {
  const choices = group?.choices ?? []
  const page = `${base}/extras/${group?.id ?? 'nuevo'}`
  const isList = form.isSubmitted ? form.value(LIST) !== '' : query[AS_LIST] === 'lista'
  const hint = html`
    <p class="hint">
      ${t('El precio de cada opción se agrega al del producto; vacío no cuesta nada.')}
      ${!isList && t('Deja vacía una fila que no uses.')}
      ${choices.some(({ isActive }) => !isActive) && t('Para quitar una opción apagada, enciéndela y guarda primero.')}
    </p>
  `
  const other = isList
    ? html`<a href="${page}">${t('Escribirlas una por una')}</a>`
    : html`<a href="${page}?${AS_LIST}=lista">${t('Pegarlas como lista')}</a>`
  return [
    html`<p class="links">${other}</p>`,
    isList ? listField(store, choices) : choiceRows(store, form, choices),
    hint,
  ]
}

const listField = (store: StoreContext['store'], choices: Choice[]): Part => ({
  name: LIST,
  label: t('Una opción por línea'),
  hint: t('nombre; precio; cuántas veces se puede pedir. La lista reemplaza a las opciones que hay.'),
  value: choices.map(lineOf).join('\n'),
  lines: Math.min(Math.max(choices.length + 2, 8), 24),
  placeholder: t('Envoltura de regalo; {one}\nTarjeta; {other}; 2', {
    one: String(sampleAmount(store, 5)),
    other: String(sampleAmount(store, 8)),
  }),
})

const lineOf = ({ name, price, maxQuantity }: Choice) =>
  [name, price || '', maxQuantity === 1 ? '' : maxQuantity].join('; ').replace(/(?:; )+$/, '')

const namesOf = (choices: Choice[]) => choices.map(({ name }) => name).join(', ')

function pricingHint(currency: string): Localized {
  const amount = (value: number) => formatAmount(value, currency)
  const [less, more, sum, average] = [amount(60), amount(80), amount(140), amount(70)]
  return joined(
    [
      t('Ejemplo: una mitad de {less} y otra de {more}.', { less, more }),
      t('Si se suman, {sum}; si se cobra la más cara, {more}; si se cobra el promedio, {average}.', {
        sum,
        more,
        average,
      }),
    ],
    ' ',
  )
}

const EMPTY_ROWS = 5

/** Without JavaScript more empty rows appear after saving. */
function choiceRows(store: StoreContext['store'], form: Form, choices: Choice[]): Part[] {
  const count = Math.min(form.rows('choices', choices.length) + EMPTY_ROWS, MAX_CHOICES)
  return Array.from({ length: count }, (_, n) => choiceRow(store, form, choices, n))
}

function choiceRow(store: StoreContext['store'], form: Form, choices: Choice[], n: number): Part {
  const name = (of: string) => `choices.${n}.${of}`
  const id = form.value(name('id'), choices[n]?.id ?? '')
  const choice = choices.find((one) => one.id === id) // one that another person removed is new again
  return {
    parts: [
      choice && html`<input type="hidden" name="${name('id')}" value="${id}">`,
      {
        name: name('name'),
        errorsOf: n === 0 ? 'choices' : undefined,
        label: t('Opción'),
        value: choice?.name ?? '',
        max: MAX_NAME,
        placeholder: n === 0 ? t('Envoltura de regalo') : ' ',
      },
      moneyField(store, { name: name('price'), label: t('Precio'), value: choice?.price || null }),
      {
        name: name('maxQuantity'),
        label: t('Hasta cuántas'),
        value: choice?.maxQuantity ?? '',
        inputmode: 'numeric',
        max: 2,
        placeholder: '1',
      },
      { name: name('isActive'), label: t('Se puede pedir'), value: choice?.isActive ?? true },
      choice?.isActive && removeBox(form, name('_remove')),
    ],
    around: (fields) => html`
      <fieldset class="variant"><legend class="hidden">${t('Opción {n}', { n: n + 1 })}</legend>${fields}</fieldset>
    `,
  }
}

/**
 * The fields as the API has them: the lines of a list as rows, and what was emptied is said, because the API leaves fields that are
 * absent as they were. @throws 400 that names the lines
 */
export function withChoices(fields: FormFields, choices: Choice[], currency: string): FormFields {
  const api = withFreePrices(fields)
  setIfEmpty(api, 'minChoices', '0')
  const list = lastOf(fields, LIST)
  if (list !== undefined) api.set(LIST, [])
  if (list?.trim()) setRows(api, list, choices, currency)
  for (const n of rowsOf(api, LIST)) {
    const isEmpty = (of: string) => (lastOf(api, `choices.${n}.${of}`) ?? '').trim() === ''
    const isNamed = !isEmpty('name') || !api.has(`choices.${n}.name`)
    if (!isNamed) api.delete(`choices.${n}.id`)
    if (isNamed || !isEmpty('price')) {
      setIfEmpty(api, `choices.${n}.price`, '0')
      setIfEmpty(api, `choices.${n}.maxQuantity`, '1')
    } else api.set(`choices.${n}.maxQuantity`, [''])
  }
  return api
}

/** Known choices keep their ids by their names. */
function setRows(api: FormFields, list: string, choices: Choice[], currency: string): void {
  const known = new Map(choices.map(({ id, name }) => [name, id]))
  const rows = pastedRows(list, {
    field: LIST,
    currency,
    maxName: MAX_NAME,
    max: MAX_CHOICES,
    tooMany: (count) => t('Son {count} opciones: caben {max}', { count, max: MAX_CHOICES }),
  })
  for (const [n, { name, price, last }] of rows.entries()) {
    const id = known.get(name)
    if (id) api.set(`choices.${n}.id`, [id])
    api.set(`choices.${n}.name`, [name])
    api.set(`choices.${n}.price`, [price])
    api.set(`choices.${n}.maxQuantity`, [last])
  }
}

function setIfEmpty(fields: FormFields, name: string, value: string): void {
  if (lastOf(fields, name)?.trim() === '') fields.set(name, [value])
}
