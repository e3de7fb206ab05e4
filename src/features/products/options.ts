import { t, type Localized } from '../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import { invalid } from '../../core/errors/errors.ts'
import { Body, SingleLine } from '../../core/http/schema.ts'
import { fold } from '../../core/values/text.ts'

export const MAX_OPTIONS = 3
export const MAX_VALUES = 50
export const MAX_OPTION_TEXT = 40

export const OptionValue = SingleLine({
  max: MAX_OPTION_TEXT,
  description: 'Valor de una opción',
  examples: ['500 g'],
})

export const Options = Type.Array(
  Body({
    name: SingleLine({
      max: MAX_OPTION_TEXT,
      description: 'Por ejemplo, la talla o el color',
      examples: ['Tamaño'],
    }),
    values: Type.Array(OptionValue, { minItems: 1, maxItems: MAX_VALUES }),
  }),
  {
    maxItems: MAX_OPTIONS,
    description:
      'En qué se distinguen las variantes, como talla y color; cada variante lleva sus valores en `optionValues`',
  },
)

export const ProductOption = Type.Object(
  { name: Type.String(), values: Type.Array(Type.String()) },
  { title: 'ProductOption', description: 'Una opción del producto y sus valores' },
)
export type ProductOption = Static<typeof ProductOption>

type Variant = { isActive: boolean; isDefault: boolean; optionValues: string[] }

/** Rejects options and values that differ only in case or accents. @throws 400 */
export function checkOptions(options: ProductOption[]): void {
  rejectDuplicate(
    options.map(({ name }) => name),
    (n) => `options.${n}.name`,
    (name) => t('La opción «{name}» está dos veces', { name }),
  )
  options.forEach(({ values }, option) =>
    rejectDuplicate(
      values,
      (n) => `options.${option}.values.${n}`,
      (value) => t('El valor «{value}» está dos veces', { value }),
    ),
  )
}

function rejectDuplicate(
  texts: string[],
  fieldOf: (n: number) => string,
  messageOf: (text: string) => Localized,
) {
  const folded = texts.map(fold)
  const n = folded.findIndex((text, n) => folded.indexOf(text) < n)
  if (n !== -1) throw invalid(fieldOf(n), 'duplicate', messageOf(texts[n]!))
}

/**
 * Each active variant has one value of each option, and no two have the same. The default variant stands for a product whose
 * variants are still to come.
 * @param variantsAreSent whether the request has the variants, in this order; otherwise the error is on the options
 * @throws 400 on `variants.N.optionValues` or `options`
 */
export function checkOptionValues(
  options: ProductOption[],
  variants: Variant[],
  variantsAreSent: boolean,
): void {
  const seen = new Set<string>()
  variants.forEach(({ isActive, isDefault, optionValues }, n) => {
    if (!isActive || isDefault) return
    const error = valuesError(options, optionValues, seen)
    if (error && variantsAreSent)
      throw invalid(`variants.${n}.optionValues${error.of}`, error.reason, error.message)
    if (error)
      throw invalid('options', 'invalid', t('{error}: envía también las variantes', { error: error.message }))
    seen.add(JSON.stringify(optionValues))
  })
}

function valuesError(options: ProductOption[], values: string[], seen: Set<string>) {
  const names = options.map(({ name }) => name).join(', ')
  if (values.length < options.length) {
    return { of: '', reason: 'min_items', message: t('Falta un valor de cada opción ({names})', { names }) }
  }
  if (values.length > options.length) {
    return { of: '', reason: 'max_items', message: t('Hay más valores que opciones en el producto') }
  }
  const n = values.findIndex((value, n) => !options[n]!.values.includes(value))
  if (n !== -1) {
    return {
      of: `.${n}`,
      reason: 'enum',
      message: t('«{value}» no es un valor de {option}', { value: values[n]!, option: options[n]!.name }),
    }
  }
  const isTaken = options.length > 0 && seen.has(JSON.stringify(values))
  return isTaken
    ? { of: '', reason: 'duplicate', message: t('Otra variante tiene los mismos valores') }
    : null
}
