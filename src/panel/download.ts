import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { toCsv, type Cell } from '../core/values/csv.ts'

/** Sends a file that the browser saves under a name. */
const sendFile = (reply: FastifyReply, name: string, type: string, body: string) =>
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(body)

export const sendCsv = (reply: FastifyReply, name: string, rows: Cell[][], currency: string) =>
  sendFile(reply, `${name}.csv`, 'text/csv', toCsv(rows, currency))

/** The same of a table of any length, sent as it is read. */
export const streamCsv = (
  reply: FastifyReply,
  name: string,
  { headers, pages }: { headers: string[]; pages: AsyncIterable<Cell[][]> },
  currency: string,
) => streamFile(reply, `${name}.csv`, 'text/csv', piecesOf(headers, pages, currency))

export const streamFile = (reply: FastifyReply, name: string, type: string, pieces: AsyncIterable<string>) =>
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pieces, { objectMode: false }))

async function* piecesOf(headers: string[], pages: AsyncIterable<Cell[][]>, currency: string) {
  yield toCsv([headers], currency)
  for await (const rows of pages) yield toCsv(rows, currency).slice(1) // its byte order mark
}

/** The pages of a table, as the cells of their rows. */
export async function* toRows<T>(pages: AsyncIterable<T[]>, rowOf: (one: T) => Cell[]) {
  for await (const some of pages) yield some.map(rowOf)
}
