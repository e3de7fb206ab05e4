import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'

type Connection = {
  /** Requests and responses that have not closed yet. */
  inFlight: number
  /** The socket's bytesRead when the last of them closed; once it is higher, another request is arriving. */
  bytesRead: number
}

/**
 * Makes `closeIdleConnections` spare connections whose response the client is still reading: for Node they are idle once the
 * response was passed to the socket. Call it before the server listens.
 */
export function trackConnections(server: Server) {
  const connections = new Map<Socket, Connection>()
  const responses = new Set<ServerResponse>()
  let isClosing = false

  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, { inFlight: 0, bytesRead: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)!
    const end = () => {
      connection.inFlight--
      connection.bytesRead = socket.bytesRead
    }
    connection.inFlight += 2
    request.once('close', end)
    response.once('close', end)
    responses.add(response)
    response.once('close', () => responses.delete(response))
    if (isClosing) response.shouldKeepAlive = false
  })
  // Node's and Fastify's `close` call it too.
  server.closeIdleConnections = () => {
    for (const [socket, { inFlight, bytesRead }] of connections)
      if (inFlight === 0 && socket.bytesRead === bytesRead) socket.destroy()
  }

  /** Sends `Connection: close` with every response from now on, and closes the connection after it. */
  return function closeAfterResponses() {
    isClosing = true
    for (const response of responses) response.shouldKeepAlive = false
  }
}
