import type { Static, TObject, TProperties } from 'typebox'
import { Body, compileValidator } from '../../core/http/schema.ts'

export function checked<P extends TProperties>(
  fields: P,
  flags: Record<string, unknown>,
): Static<TObject<P>> {
  const given = Object.keys(fields).flatMap((name) =>
    flags[name] === undefined ? [] : [[name, flags[name]]],
  )
  const result = compileValidator(Body(fields), 'body')(Object.fromEntries(given))
  if (result.error) throw result.error
  return result.value as Static<TObject<P>>
}
