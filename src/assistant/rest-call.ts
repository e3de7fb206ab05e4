import { forbidden, invalid } from '../core/errors/errors.ts'
import { isId } from '../core/values/id.ts'
import type { Offer } from './catalogue.ts'
import { isWriting, type Tool } from './tool.ts'

/** A request to the REST API, as a tool's arguments or a resource's address say it. */
export type RestCall = { method: Tool['method']; url: string; store?: string | undefined; body?: object }

type Arguments = Record<string, unknown>

/**
 * What a call asks of the REST API. Everything else that may be wrong with it is judged there.
 * @throws 400 on what can't be said as a request, 403 when a connection that only reads would write
 */
export function restCallOf(offer: Offer, given: Arguments, readOnly: boolean): RestCall {
  if (readOnly && isWriting(offer)) throw forbidden('Esta conexión es de solo lectura (readonly=1)')
  const query = new URLSearchParams()
  const body: Arguments = {}
  for (const [name, value] of Object.entries(given)) {
    if (own(offer, name)) continue
    if (offer.body?.has(name)) body[name] = value
    else if (!offer.query.has(name)) throw invalid(name, 'unknown_field', 'Este campo no existe')
    else if (value !== null) query.set(name, inQuery(name, value))
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return {
    method: offer.method,
    url: `/api/v1${offer.address.replace(':id', () => idOf(offer, given))}${search}`,
    store: storeOf(given),
    ...(offer.body && { body }),
  }
}

/** Whether a call only rehearses. @throws 400 */
export function isRehearsal(offer: Offer, { dryRun }: Arguments): boolean {
  if (!isWriting(offer) || dryRun == null) return false
  if (typeof dryRun !== 'boolean') throw invalid('dryRun', 'type', 'Debe ser verdadero o falso')
  return dryRun
}

function own(offer: Offer, name: string): boolean {
  return (
    name === 'store' || (name === 'id' && offer.id !== undefined) || (name === 'dryRun' && isWriting(offer))
  )
}

function inQuery(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw invalid(name, 'type', 'Debe ser un texto, un número o verdadero o falso')
}

/** No id has this shape: the address is there, and what it names is not. */
const NO_ID = '%20'

function idOf(offer: Offer, { id }: Arguments): string {
  if (offer.id === undefined) return ''
  if (id == null) throw invalid('id', 'required', 'Este campo es obligatorio')
  if (typeof id !== 'string') throw invalid('id', 'type', 'Debe ser un texto')
  return isId(id) ? id : NO_ID
}

function storeOf({ store }: Arguments): string | undefined {
  if (store == null) return undefined
  if (typeof store !== 'string') throw invalid('store', 'type', 'Debe ser un texto')
  if (!/^[\x20-\x7e]{1,64}$/.test(store)) throw invalid('store', 'invalid', 'El valor no es válido')
  return store
}
