import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'

/** Every request runs through here, so it costs each two listeners and no function of its own. */
class Connection {
  #inFlight = 0
  /** The socket's bytesRead when the last of them closed; once it is higher, another request is arriving. */
  #bytesRead = 0
  /** The last one, until it has closed. */
  #response: ServerResponse | undefined
  readonly #socket: Socket
  readonly #onClose = () => {
    if (--this.#inFlight === 0) this.#response = undefined
    this.#bytesRead = this.#socket.bytesRead
  }

  constructor(socket: Socket) {
    this.#socket = socket
  }

  start(request: IncomingMessage, response: ServerResponse) {
    this.#inFlight += 2
    this.#response = response
    request.on('close', this.#onClose)
    response.on('close', this.#onClose)
  }

  /** With `Connection: close`, unless the headers of the last response were sent. */
  closeAfterResponse() {
    if (this.#response) this.#response.shouldKeepAlive = false
  }

  destroyIfIdle() {
    if (this.#inFlight === 0 && this.#socket.bytesRead === this.#bytesRead) this.#socket.destroy()
  }
}

/**
 * Makes `closeIdleConnections` spare connections whose response the client is still reading: for Node they are idle once the
 * response was passed to the socket, so an update would cut off pages that slow phones are still loading. Call it before the server
 * listens.
 */
export function trackConnections(server: Server) {
  const connections = new Map<Socket, Connection>()
  let isClosing = false

  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, new Connection(socket))
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    connections.get(request.socket)!.start(request, response)
    if (isClosing) response.shouldKeepAlive = false
  })
  // Node's and Fastify's `close` call it too.
  server.closeIdleConnections = () => {
    for (const connection of connections.values()) connection.destroyIfIdle()
  }

  /** Sends `Connection: close` with every response from now on, and closes the connection after it. */
  return function closeAfterResponses() {
    isClosing = true
    for (const connection of connections.values()) connection.closeAfterResponse()
  }
}
