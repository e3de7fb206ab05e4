import type { TSchema } from 'typebox'
import type { ApiError } from '../../core/errors/errors.ts'
import { ApiErrorBody } from './error-bodies.ts'

/** An error code of the API, as the reference, the guide of errors, the client and the tests know it. */
export type KnownError = {
  status: number
  /** Null where the specification gives none. */
  code: string | null
  cause: string
  remedy: string
  schema: TSchema
  example: object
}

const upgradeUrl = 'https://vitrina.example/panel/t/cafe-antigua/plan'

export function known(
  { status, body }: ApiError,
  cause: string,
  remedy: string,
  schema: TSchema = ApiErrorBody,
): KnownError {
  const example = 'upgradeUrl' in body ? { ...body, upgradeUrl } : body
  return { status, code: body.code ?? null, cause, remedy, schema, example }
}
