import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../../core/errors/errors.ts'
import { createImport, inImportTurn } from '../../../features/imports/create.ts'
import type { UploadedFile } from '../../../core/operations/operation.ts'
import type { Import } from '../../../features/imports/import.ts'
import { readImportForPeople } from '../../../features/imports/readable-import.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'
import type { StoreContext } from '../page.ts'
import type { FormFile } from './form-fields.ts'
import { performOnceAs } from './perform.ts'
import { contentKey } from './submit.ts'

/** Starts a dry run of a file, as the person. @returns its id. @throws ApiError */
export async function sendImportFile(
  context: StoreContext,
  { filename, upload }: FormFile,
  key: string,
): Promise<string> {
  if (!upload) throw tooLarge()
  const fileName = filename.replaceAll(/\p{Cc}/gu, '').slice(0, 200) || null
  return startImport(context, { dryRun: true, sha256: upload.sha256, fileName }, key, upload)
}

const tooLarge = () =>
  new ApiError(413, {
    error: t('El archivo pesa más de 15 MB: divídelo en partes, o quítale columnas que no hacen falta'),
    code: 'PAYLOAD_TOO_LARGE',
  })

/** Starts another import or dry run of the same file. @returns its id. @throws ApiError */
export const rerunImport = (context: StoreContext, options: object, key: string): Promise<string> =>
  startImport(context, { from: context.params['id']!, ...options }, key)

async function startImport(context: StoreContext, body: object, key: string, file?: UploadedFile) {
  const { data } = await inImportTurn(context.session.accountId, () =>
    performOnceAs(context, createImport, { body, file }, contentKey(key, body)),
  )
  return String(data['id'])
}

const MAX_WAIT = 15
const POLL_INTERVAL = 100

/** The import, once it has ended or a second and a half has passed. @throws 404 */
export async function waitForImport({ sql, store, params }: StoreContext) {
  for (let n = 0; ; n++) {
    const found = await readImportForPeople(sql, store.id, params['id']!)
    if (n === MAX_WAIT || !['waiting', 'undoing'].includes(found.state)) return found
    await sleep(POLL_INTERVAL)
  }
}

export function undoneText({ restored, deleted, kept }: NonNullable<Import['undo']>): Localized {
  const restoredText = t(
    '{n, plural, one {# producto volvió a como estaba} other {# productos volvieron a como estaban}}.',
    { n: restored },
  )
  const deletedText = t('{n, plural, one {# producto está} other {# productos están}} en la papelera.', {
    n: deleted,
  })
  const keptText = t(
    '{n, plural, one {# producto cambió} other {# productos cambiaron}} después, y eso quedó como está.',
    { n: kept },
  )
  const sentences = [
    ...(restored > 0 || deleted === 0 ? [restoredText] : []),
    ...(deleted > 0 ? [deletedText] : []),
    ...(kept > 0 ? [keptText] : []),
  ]
  return joined(sentences, ' ')
}
