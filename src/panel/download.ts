import type { FastifyReply } from 'fastify'
import { toCsv, type Cell } from '../core/values/csv.ts'

/** Sends a file that the browser saves under a name. */
export const sendFile = (reply: FastifyReply, name: string, type: string, body: string) =>
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(body)

export const sendCsv = (reply: FastifyReply, name: string, rows: Cell[][], currency: string) =>
  sendFile(reply, `${name}.csv`, 'text/csv', toCsv(rows, currency))
