import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { malformedRequest, headersTooLarge } from '../errors/errors.ts'

/** Answers what Node could not parse as a request: malformed HTTP, oversized headers, a time-out. */
export function refuseMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, body } = error.code === 'HPE_HEADER_OVERFLOW' ? headersTooLarge() : malformedRequest()
  const line = `${status} ${STATUS_CODES[status]}`
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\n` +
      `x-request-id: ${randomUUID()}\r\nx-content-type-options: nosniff\r\n` +
      `content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}
