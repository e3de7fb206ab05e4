import type { Field } from '../../core/resources/field.ts'
import type { Localized } from '../../core/texts/text.ts'

/** A field of a product or of a variant: forms and files are made of it, too. */
export type ProductField = Field & {
  /** What forms and imports call it. */
  label: Localized
  text?: { max: number; hint?: Localized; headers: Record<FileFormat, string>; otherHeaders?: string[] }
}
export type FileFormat = 'vitrina' | 'shopify' | 'tiendanube' | 'woocommerce' | 'feed'

export type TextField<F extends Record<string, ProductField>> = keyof {
  [Name in keyof F as F[Name] extends { text: object } ? Name : never]: 0
} &
  string

export function textsOf<F extends Record<string, ProductField>>(fields: F): TextField<F>[] {
  return Object.keys(fields).filter((name) => fields[name]!.text) as TextField<F>[]
}
