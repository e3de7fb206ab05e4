import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ApiError, headersTooLarge, malformedRequest, requestTimeout } from '../errors/errors.ts'

/** With the response that is being sent, which Node's own handler looks at too. */
type BusySocket = Socket & { _httpMessage?: ServerResponse | null }

/** Rejects what Node could not parse as a request: malformed HTTP, oversized headers, a timeout. */
export function rejectMalformedRequest(error: NodeJS.ErrnoException, socket: BusySocket): void {
  // Without its handshake a TLS connection takes no response, and waits to send one for ever.
  const isUnreachable = /^(ECONNRESET$|ERR_TLS_|ERR_SSL_)/.test(error.code ?? '') || !socket.writable
  // In the midst of another response it would be read as a part of that.
  const isSending = socket._httpMessage?.headersSent
  // Browsers open connections ahead, and would show a response to nothing as that of their next request.
  const isUnused = socket.bytesRead === 0
  if (isUnreachable || isSending || isUnused) return void socket.destroy()
  const { status, body } = responseTo(error)
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\n` +
      `x-request-id: ${randomUUID()}\r\nx-content-type-options: nosniff\r\n` +
      `content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}

function responseTo({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTimeout() : malformedRequest()
}
