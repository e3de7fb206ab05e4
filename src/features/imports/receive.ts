import { t } from '../../core/texts/text.ts'
import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { invalid, unsupportedFile } from '../../core/errors/errors.ts'
import { Body, compileValidator, Nullable, Reference } from '../../core/http/schema.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { fileReceiver, sentFileOf } from '../media/accept-files.ts'
import { isProcessable } from '../../core/values/text.ts'
import { Columns } from './import.ts'
import { fileError, MAX_HEADER_LENGTH } from './read-csv.ts'

const options = {
  dryRun: Type.Optional(Type.Boolean({ description: 'Solo ensayar: dice qué pasaría y no cambia nada' })),
  skipRefused: Type.Optional(
    Type.Boolean({
      description: 'Importar sin las filas rechazadas; si no, con una sola no se importa nada',
    }),
  ),
  columns: Type.Optional(Columns),
}

export const NewImport = Body({
  file: Type.Optional(Type.Unsafe<Blob>({ type: 'string', format: 'binary', description: 'El archivo CSV' })),
  from: Type.Optional(Reference('En lugar del archivo: la importación o el ensayo que ya lo trajo')),
  ...options,
})

export const ImportOptions = Body({
  from: Type.Optional(Reference('Importación')),
  sha256: Type.Optional(Type.String()),
  fileName: Type.Optional(Nullable(Type.String())),
  ...options,
})
export type ImportOptions = Static<typeof ImportOptions>

const validate = compileValidator(Body({ from: ImportOptions.properties.from, ...options }), 'body')

/** Reads the options and the file of an import from JSON, a form or a bare body. Its idempotency fingerprint includes the file's hash. */
export function receiver(folder: string) {
  const receiveFile = fileReceiver(folder, queues.importFiles)
  return async function receive(
    request: FastifyRequest,
  ): Promise<{ body: ImportOptions; file?: UploadedFile }> {
    const { 'content-type': declared = '' } = request.headers
    if (declared.startsWith('application/json')) {
      const body = validated(request.body)
      if (!body.from) throw missingFile()
      return { body }
    }
    if (!request.isMultipart() && !isText(declared)) throw unsupportedFile()
    const sent = await sentFileOf(request)
    if (!sent) throw missingFile()
    const query = textsOf(request.query as Record<string, string | string[]>)
    const file = await receiveFile(request.caller.key.accountId, sent)
    try {
      const { fileName: nameInQuery, ...inQuery } = query
      const texts = request.isMultipart() ? sent.fields() : Object.entries(inQuery)
      const options = validated(toOptions(texts))
      const fileName = (sent.name ?? nameInQuery)?.replaceAll(/\p{Cc}/gu, '').slice(0, 200) || null
      return { body: { ...options, sha256: file.sha256, fileName }, file }
    } catch (error) {
      await rm(file.path, { force: true })
      throw error
    }
  }
}

/** The options of a bare body, which stand in the query string. @throws 400 on one that is repeated */
function textsOf(query: Record<string, string | string[]>): Record<string, string> {
  const names = ['dryRun', 'skipRefused', 'columns', 'fileName']
  return Object.fromEntries(
    names.map((name) => {
      const value = query[name] ?? ''
      if (Array.isArray(value)) throw invalid(name, 'type', t('Está repetido: debe ser un solo valor'))
      return [name, value]
    }),
  )
}

/** The content types under which a CSV is sent: Windows calls it a spreadsheet, other clients send plain bytes. */
const isText = (type: string) =>
  /^(?:text\/[\w.+-]+|application\/(?:csv|vnd\.ms-excel|octet-stream))?\s*(?:;|$)/i.test(type)

const missingFile = () =>
  invalid(
    'file',
    'required',
    t('Falta el archivo CSV: envíalo en el campo file, o solo con Content-Type text/csv'),
  )

function validated(body: unknown): ImportOptions {
  const checked = validate(body)
  if ('error' in checked) throw checked.error
  const given = checked.value as ImportOptions
  const isHeader = (text: string) =>
    text.length <= MAX_HEADER_LENGTH && text.isWellFormed() && isProcessable(text)
  if (!Object.keys(given.columns ?? {}).every(isHeader))
    throw invalid(
      'columns',
      'invalid',
      t('Un encabezado tiene más de {max} caracteres, o caracteres que no se pueden leer', {
        max: MAX_HEADER_LENGTH,
      }),
    )
  return given
}

function toOptions(texts: [string, string][]): Record<string, unknown> {
  return Object.fromEntries(
    texts
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, name === 'from' ? text : parseOption(name, text)]),
  )
}

function parseOption(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(
      name,
      'type',
      name === 'columns' ? t('Debe ser un objeto JSON') : t('Debe ser true o false'),
    )
  }
}

/** Checks by the first bytes that a file may be CSV. @throws 400 on `file` */
export function checkCsv({ head, size }: UploadedFile) {
  if (size === 0) throw fileError('required', t('El archivo está vacío'))
  const isZip = head.toString('latin1', 0, 4) === 'PK\u0003\u0004'
  const isOld = head.toString('hex', 0, 4) === 'd0cf11e0'
  if (isZip || isOld) {
    throw fileError('format', t('Es un archivo de Excel u otro programa: ábrelo y guárdalo como CSV'))
  }
  if (/^(?:\xef\xbb\xbf)?\s*</.test(head.toString('latin1'))) {
    throw fileError('format', t('Es una página web o un archivo XML: descarga tus productos como CSV'))
  }
  const isUtf16 = ['fffe', 'feff'].includes(head.toString('hex', 0, 2))
  if (!isUtf16 && head.includes(0))
    throw fileError(
      'format',
      t('El archivo no es un CSV: ábrelo en una hoja de cálculo y guárdalo como «CSV UTF-8»'),
    )
}
