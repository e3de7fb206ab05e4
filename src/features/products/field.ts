import type { Field } from '../../core/resources/field.ts'

/** A field of a product or of a variant: forms and files are made of it, too. */
export type ProductField = Field & {
  /** What forms and imports call it. */
  label: string
  /** A plain text, which the form has in an input and files in a column. */
  text?: { max: number; hint?: string; headers: Record<FileFormat, string>; otherHeaders?: string[] }
}
/** Formats of files in which most fields have a column. */
export type FileFormat = 'vitrina' | 'shopify' | 'tiendanube' | 'woocommerce' | 'feed'

export type TextField<F extends Record<string, ProductField>> = keyof {
  [Name in keyof F as F[Name] extends { text: object } ? Name : never]: 0
} &
  string

/** The names of the fields that are plain texts. */
export function textsOf<F extends Record<string, ProductField>>(fields: F): TextField<F>[] {
  return Object.keys(fields).filter((name) => fields[name]!.text) as TextField<F>[]
}
