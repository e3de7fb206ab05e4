import { parse } from 'node:querystring'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { isOutage } from '../../core/database/db.ts'
import { ApiError, malformedRequest } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { addField, type FormFields, type SentForm } from './form-fields.ts'

const MAX_FIELDS = 2000
const MiB = 1024 * 1024
/** Photos come one at a time where there is JavaScript; a form without it may bring all that a product takes. */
const MAX_FILES = 10
/** What a gallery may send beyond them is read and dropped, so that the rest of the form is not lost with it. */
const MAX_FILES_READ = 100
const MAX_FILE = 15 * MiB
const MAX_FILES_TOTAL = 40 * MiB

/** Lets the forms of a zone come as a browser sends them. */
export function acceptForms(app: App) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const fields: FormFields = new Map()
      const parsed = parse(String(body), '&', '=', { maxKeys: MAX_FIELDS })
      for (const [name, values] of Object.entries(parsed)) {
        for (const value of [values ?? ''].flat()) addField(fields, name, value)
      }
      done(null, { fields, files: [] } satisfies SentForm)
    },
  )
  void app.register(multipart, {
    throwFileSizeLimit: false, // the fields that come after it are read all the same
    limits: {
      fields: MAX_FIELDS,
      fieldSize: MiB,
      files: MAX_FILES_READ,
      fileSize: MAX_FILE,
      parts: MAX_FIELDS + MAX_FILES_READ,
    },
  })
}

/** What a form sent. @throws 413 */
export async function readForm(request: FastifyRequest): Promise<SentForm> {
  if (!request.isMultipart())
    return (request.body as SentForm | undefined) ?? { fields: new Map(), files: [] }
  const form: SentForm = { fields: new Map(), files: [] }
  let total = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        addField(form.fields, part.fieldname, String(part.value))
        continue
      }
      const body = await part.toBuffer()
      if (body.length === 0) continue // no file was chosen
      total += body.length
      const isTooLarge = part.file.truncated || total > MAX_FILES_TOTAL || form.files.length >= MAX_FILES
      if (isTooLarge) total -= body.length
      form.files.push({
        name: part.fieldname,
        filename: part.filename,
        type: part.mimetype,
        body: isTooLarge ? Buffer.alloc(0) : body,
        isTooLarge,
      })
    }
  } catch (error) {
    throw toApiError(error)
  }
  return form
}

/** What the parser refuses: parts beyond its bounds, and bodies that are no form. */
function toApiError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError || isOutage(error)) return error
  const isTooLarge = 'statusCode' in error && error.statusCode === 413
  return isTooLarge ? fileTooLarge() : malformedRequest()
}

export const fileTooLarge = () =>
  new ApiError(413, {
    error: 'Una foto pesa como máximo 15 MB, y de una vez van 10 que pesen 40 MB: envía menos a la vez',
    code: 'PAYLOAD_TOO_LARGE',
  })
