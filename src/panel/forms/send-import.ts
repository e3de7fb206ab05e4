import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../core/errors/errors.ts'
import { readOneImport } from '../../imports/read-import.ts'
import type { StoreContext } from '../page.ts'
import { callApi } from './call-api.ts'
import type { FormFile } from './form-fields.ts'
import { fingerprintOf, idempotencyHeader } from './submit.ts'

const tooLarge = () =>
  new ApiError(413, {
    error: 'El archivo pesa más de 15 MB: divídelo en partes, o quítale columnas que no hacen falta',
    code: 'PAYLOAD_TOO_LARGE',
  })

/** Starts a dry run of a file by the API, as the person. @returns its id. @throws ApiError */
export async function sendImportFile(context: StoreContext, file: FormFile, key: string): Promise<string> {
  if (!file.upload) throw tooLarge()
  const { request, session, store } = context
  const query = new URLSearchParams({ dryRun: 'true', fileName: file.filename.slice(0, 200) })
  const call = {
    method: 'POST',
    address: `/imports?${query.toString()}`,
    file: { type: 'application/octet-stream', path: file.upload.path },
    headers: idempotencyHeader(key, fingerprintOf(file)),
  }
  const { body } = await callApi(request, session, store, call)
  return (body as { data: { id: string } }).data.id
}

/** Starts another import or dry run of the same file. @returns its id. @throws ApiError */
export async function rerunImport(context: StoreContext, options: object, key: string): Promise<string> {
  const { request, session, store, params } = context
  const body = { from: params['id']!, ...options }
  const call = { method: 'POST', address: '/imports', body, headers: idempotencyHeader(key, body) }
  const response = await callApi(request, session, store, call)
  return (response.body as { data: { id: string } }).data.id
}

const MAX_WAIT = 15
const POLL_INTERVAL = 100

/** The import, once it has ended or a second and a half has passed. @throws 404 */
export async function waitForImport({ sql, store, params }: StoreContext) {
  for (let n = 0; ; n++) {
    const found = await readOneImport(sql, store.id, params['id']!)
    if (n === MAX_WAIT || !['waiting', 'undoing'].includes(found.state)) return found
    await sleep(POLL_INTERVAL)
  }
}
