import type { Static, TObject, TProperties } from 'typebox'
import { Body, compileValidator } from '../../core/http/schema.ts'
import { UsageError, type Flags } from './command.ts'

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

/** The flags of a list of which an installation may have very many. */
export const PAGE_FLAGS = '[--search T] [--limit N] [--offset N]'

const [DEFAULT, MAX] = [1_000, 10_000]

/** The page that the flags ask for, and what its rows hold. @throws UsageError */
export const readPage = ({ search = '', limit, offset }: Flags) => ({
  search: search.trim().toLowerCase(),
  limit: whole('limit', limit ?? String(DEFAULT), 1, MAX),
  offset: whole('offset', offset ?? '0', 0, Number.MAX_SAFE_INTEGER),
})

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new UsageError(`--${name} is "${text}", but must be a whole number from ${min} to ${max}`)
}
