import type { Static, TSchema } from 'typebox'
import { compileValidator } from '../core/http/schema.ts'

/** Validates flags by the schema of the corresponding API request. @throws 400 */
export function checked<T extends TSchema>(schema: T, flags: Record<string, unknown>): Static<T> {
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  const result = compileValidator(schema, 'body')(given)
  if (result.error) throw result.error
  return result.value as Static<T>
}
