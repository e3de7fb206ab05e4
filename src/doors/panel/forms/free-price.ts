import type { FormFields } from './form-fields.ts'

/** 0 where that is written as a word, in a language of the panel. */
export const freeAsZero = (text: string): string => (/^\s*(?:gr[aá]tis|free)\s*$/iu.test(text) ? '0' : text)

/** The fields of a form with its prices that are free as 0. */
export const withFreePrices = (fields: FormFields): FormFields =>
  new Map(
    [...fields].map(([name, values]) => [
      name,
      /(?:^|\.)price$/.test(name) ? values.map(freeAsZero) : values,
    ]),
  )
