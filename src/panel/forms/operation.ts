import type { Scope } from '../../core/auth/scopes.ts'
import type { App } from '../../core/http/app.ts'
import type { BodySchema } from './form-to-json.ts'

/** An operation of the API that handles forms, as its route declares it. */
export type Operation = { method: string; address: string; schema: BodySchema | undefined; scope: Scope }

/** @param name `PUT /categories/:id`, below `/api/v1` */
export function findOperation(app: App, name: string): Operation {
  const [method = '', address = ''] = name.split(' ')
  const route = app.knownRoutes.get(`/api/v1${address}`)?.find((one) => one.method === method)
  if (!route) throw new Error(`The API has no operation ${name}`)
  return {
    method,
    address,
    schema: route.schema?.body as BodySchema | undefined,
    scope: route.config!.scope!,
  }
}
