import type { FormFields } from './form-fields.ts'

/** 0 where that is written as a word, in a language of the panel. */
export const freeAsZero = (text: string): string => (/^\s*(?:gr[aá]tis|free)\s*$/iu.test(text) ? '0' : text)

export const withFreePrices = (fields: FormFields): FormFields =>
  new Map(
    [...fields].map(([name, values]) => [
      name,
      /(?:^|\.)price$/.test(name) ? values.map(freeAsZero) : values,
    ]),
  )
