import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CsvError, Info } from 'csv-parse'
import { invalid, type ApiError } from '../../core/errors/errors.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import { unescapeFormula } from '../../core/values/csv.ts'
import { isProcessable } from '../../core/values/text.ts'
import { decodeText, DOUBTFUL } from './character-set.ts'

/** A record of a file: the line that it begins in, and its cells. `isTruncated`: the file ends in the middle of it. */
export type CsvRecord = { line: number; cells: string[]; isTruncated: boolean; isDoubtful: boolean }
export type Table = { headers: string[]; records: CsvRecord[] }

const MAX_RECORDS = 50_000
const MAX_COLUMNS = 256
const MAX_RECORD_LENGTH = 500_000
export const MAX_HEADER_LENGTH = 200
/** Characters that are parsed at a time; other requests are served in between. Small, because the parser starts uncompiled. */
const CHUNK_LENGTH = 8 * 1024
/** Characters of the file in which the delimiter is looked for. */
const MAX_HEADER_LINE = 64 * 1024

/** Reads a CSV of any of the usual dialects. @throws 400 on `file` */
export async function readCsv(bytes: Buffer): Promise<Table> {
  const { parse, CsvError } = await import('csv-parse')
  const { text, delimiter } = dialectOf(decodeText(bytes).replace(/^\ufeff/, ''))
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'], // a header with one and rows with another, as programs write that add to files
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_LENGTH,
  })
  const records: CsvRecord[] = []
  try {
    let line = 1
    for await (const { record, info } of Readable.from(chunks(text)).pipe(parser) as AsyncIterable<Parsed>) {
      if (!record.every(isProcessable)) throw fileError('invalid', unreadableLine(line))
      records.push(recordOf(line, record))
      line = info.lines + 1
      if (record.length > MAX_COLUMNS)
        throw fileError('max_items', t('El archivo tiene más de {n} columnas', { n: MAX_COLUMNS }))
      if (records.length > MAX_RECORDS + 1)
        throw fileError(
          'max_items',
          t('El archivo tiene más de {n, number} filas: divídelo en partes', { n: MAX_RECORDS }),
        )
    }
  } catch (error) {
    throw error instanceof CsvError ? toFileError(error) : error
  }
  return tableOf(records, /[\r\n]$/.test(text))
}

const unreadableLine = (line: number) =>
  t('La línea {line} tiene caracteres que no se pueden leer: guarda el archivo otra vez como «CSV UTF-8»', {
    line,
  })

function recordOf(line: number, cells: string[]): CsvRecord {
  const isDoubtful = cells.some((cell) => cell.includes(DOUBTFUL))
  const read = isDoubtful ? cells.map((cell) => cell.replaceAll(DOUBTFUL, '')) : cells
  return { line, cells: read.map(unescapeFormula), isTruncated: false, isDoubtful }
}

type Parsed = { record: string[]; info: Info }

/** The delimiter is the most frequent candidate in the header, unless the first line declares it (`sep=;`, as Excel writes). */
function dialectOf(text: string): { text: string; delimiter: string } {
  const declared = /^sep=(.)\r?\n/i.exec(text)
  if (declared) return { text: text.slice(declared[0].length), delimiter: declared[1]! }
  const header = headerOf(text)
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: header.split(mark).length }))
  return { text, delimiter: counts.reduce((most, one) => (one.count > most.count ? one : most)).mark }
}

function headerOf(text: string): string {
  const unquoted = text.slice(0, MAX_HEADER_LINE).replaceAll(/"[^"]*(?:"|$)/g, '')
  return unquoted.split(/[\r\n]+/).find((line) => line !== '' && !isRemarkLine(line)) ?? ''
}

/** Whether several cells of a line are remarks, whose texts may have more delimiters than the header. */
const isRemarkLine = (line: string) => /^#.*[,;\t|] ?#/.test(line)

async function* chunks(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += CHUNK_LENGTH) {
    yield text.slice(from, from + CHUNK_LENGTH)
    await nextTurn()
  }
}

/** A row of remarks above the header, as in the templates of Meta: each of its cells begins with `#`. */
const isRemark = ({ cells }: CsvRecord) => cells.every((cell) => /^\s*(?:#.|$)/s.test(cell))

function tableOf(all: CsvRecord[], endsWithLine: boolean): Table {
  const [header, ...records] = all.slice(
    Math.max(
      0,
      all.findIndex((record) => !isRemark(record)),
    ),
  )
  if (!header || header.cells.every((cell) => cell.trim() === ''))
    throw fileError('required', t('El archivo está vacío'))
  if (header.cells.some((cell) => cell.trim().length > MAX_HEADER_LENGTH))
    throw fileError(
      'max_length',
      t('El encabezado de una columna tiene más de {n} caracteres', { n: MAX_HEADER_LENGTH }),
    )
  const last = records.at(-1)
  if (last && !endsWithLine && last.cells.length < header.cells.length) last.isTruncated = true
  return { headers: header.cells.map((cell) => cell.trim()), records }
}

export const fileError = (reason: string, message: Localized): ApiError => invalid('file', reason, message)

function toFileError({ code, lines }: CsvError & { lines?: number }): ApiError {
  if (code === 'CSV_MAX_RECORD_SIZE')
    return fileError('max_length', t('La fila de la línea {line} es demasiado larga', { line: lines ?? 1 }))
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return fileError(
      'invalid',
      t(
        'Una comilla que se abre no se cierra hasta el final: el archivo está cortado, o le falta esa comilla',
      ),
    )
  return fileError(
    'invalid',
    t('No se puede leer la línea {line}: revisa sus comillas', { line: lines ?? 1 }),
  )
}
