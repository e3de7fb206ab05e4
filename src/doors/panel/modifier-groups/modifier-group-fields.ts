import { html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { type Choice, MAX_CHOICES } from '../../../features/modifier-groups/choices.ts'
import type { ModifierGroup } from '../../../features/modifier-groups/modifier-group.ts'
import { lastOf, rowsOf, type FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { moneyField } from '../parts/money-field.ts'
import { removeBox } from '../parts/form.ts'

const pricingNames: Record<ModifierGroup['pricing'], string> = {
  sum: 'Se suman',
  highest: 'La más cara (mitades)',
  average: 'El promedio (mitades)',
}

export const modifierGroupFields = (
  { store }: StoreContext,
  form: Form,
  group: ModifierGroup | null,
): Part[] => [
  {
    name: 'name',
    label: 'Nombre',
    value: group?.name ?? '',
    max: 60,
    required: true,
    placeholder: 'Elige tu masa',
    hint: 'Así lo lee quien compra.',
  },
  {
    name: 'minChoices',
    label: 'Mínimo',
    value: group?.minChoices ?? 0,
    inputmode: 'numeric',
    max: 3,
    hint: 'Escribe 0 si no es obligatorio, 1 si hay que elegir una.',
  },
  {
    name: 'maxChoices',
    label: 'Máximo (opcional)',
    value: group?.maxChoices ?? '',
    inputmode: 'numeric',
    max: 3,
    hint: 'Escribe 1 si solo se elige una. Vacío: las que quiera.',
  },
  {
    name: 'pricing',
    label: 'Cómo se cobra lo que eligen',
    value: group?.pricing ?? 'sum',
    options: Object.entries(pricingNames).map(([value, label]) => ({ value, label })),
    hint: pricingHint(store.currency),
  },
  html`<h2>Opciones</h2>`,
  form.isConflict && html`<p class="hint">Ahora: ${namesOf(group?.choices ?? [])}.</p>`,
  ...choiceRows(store, form, group?.choices ?? []),
  html`
    <p class="hint">
      El precio de cada opción se agrega al del producto; vacío no cuesta nada. Deja vacía una fila que no uses.
      ${group?.choices.some(({ isActive }) => !isActive) && 'Para quitar una opción apagada, enciéndela y guarda primero.'}
    </p>
  `,
]

const namesOf = (choices: Choice[]) => choices.map(({ name }) => name).join(', ')

function pricingHint(currency: string): string {
  const amount = (value: number) => formatAmount(value, currency)
  return (
    `Ejemplo: una mitad de ${amount(60)} y otra de ${amount(80)}. Si se suman, ${amount(140)}; ` +
    `si se cobra la más cara, ${amount(80)}; si se cobra el promedio, ${amount(70)}.`
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
        label: 'Opción',
        value: choice?.name ?? '',
        max: 60,
        placeholder: n === 0 ? 'Queso extra' : ' ',
      },
      moneyField(store, { name: name('price'), label: 'Precio', value: choice?.price || null }),
      {
        name: name('maxQuantity'),
        label: 'Cuántas veces se puede pedir',
        value: choice?.maxQuantity ?? '',
        inputmode: 'numeric',
        max: 2,
        placeholder: '1',
      },
      { name: name('isActive'), label: 'Se puede pedir', value: choice?.isActive ?? true },
      choice?.isActive && removeBox(form, name('_remove')),
    ],
    around: (fields) => html`
      <fieldset class="variant"><legend class="hidden">Opción ${n + 1}</legend>${fields}</fieldset>
    `,
  }
}

/** The fields as the API has them: what was emptied is said, because the API leaves fields that are absent as they were. */
export function withChoices(fields: FormFields): FormFields {
  const api = new Map(fields)
  setIfEmpty(api, 'minChoices', '0')
  for (const n of rowsOf(fields, 'choices')) {
    const isEmpty = (of: string) => (lastOf(api, `choices.${n}.${of}`) ?? '').trim() === ''
    const isNamed = !isEmpty('name') || !api.has(`choices.${n}.name`)
    if (!isNamed) api.delete(`choices.${n}.id`)
    if (isNamed || !isEmpty('price')) {
      setIfEmpty(api, `choices.${n}.price`, '0')
      if (/^\s*gratis\s*$/i.test(lastOf(api, `choices.${n}.price`) ?? ''))
        api.set(`choices.${n}.price`, ['0'])
      setIfEmpty(api, `choices.${n}.maxQuantity`, '1')
    } else api.set(`choices.${n}.maxQuantity`, [''])
  }
  return api
}

function setIfEmpty(fields: FormFields, name: string, value: string): void {
  if (lastOf(fields, name)?.trim() === '') fields.set(name, [value])
}
