import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeOf, messageOf, StartError } from '../errors/start-error.ts'

export type Port = {
  variable: 'PORT' | 'HTTP_REDIRECT_PORT' | 'METRICS_PORT'
  hostVariable: 'HOST' | 'METRICS_HOST'
  host: string
  port: number
}

/** `localhost` may have two addresses; this is the one that is listened on. */
export const addressOf = (host: string) => (host === 'localhost' ? '127.0.0.1' : host)

/** @throws StartError unless the port can be opened; it is closed again */
export async function requirePort(wanted: Port): Promise<void> {
  const server = createServer()
  try {
    server.listen(wanted.port, addressOf(wanted.host))
    await once(server, 'listening')
  } catch (error) {
    throw portError(error, wanted)
  }
  server.close()
  await once(server, 'close')
}

export function portError(error: unknown, { variable, hostVariable, host, port }: Port): StartError {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(`${variable}: port ${port} of ${host} is taken by another process`)
    case 'EACCES':
      return new StartError(`${variable}: port ${port} may only be opened by a privileged user`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`${hostVariable}: ${host} is not an address of this machine`)
    default:
      return new StartError(`${variable}: port ${port} of ${host} can't be opened: ${messageOf(error)}`)
  }
}
