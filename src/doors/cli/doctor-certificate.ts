import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '../../core/config/config.ts'
import { codeOf } from '../../core/errors/start-error.ts'
import { fail, ok, warn, type Check } from './doctor-check.ts'

const DAY = 24 * 3600 * 1000
const MIN_DAYS = 14
const TIMEOUT = 10_000

/** The certificates that browsers see: the one that the service serves itself, or those that the public addresses present. */
export async function certificates({
  tls,
  publicUrl,
  panelUrl,
}: Pick<Config, 'tls' | 'publicUrl' | 'panelUrl'>): Promise<Check[]> {
  if (tls)
    return [validity('TLS_CERT_FILE', new X509Certificate(tls.cert), 'renew TLS_CERT_FILE and restart')]
  const addresses = [...new Set([publicUrl, panelUrl])].filter((url) => url.startsWith('https:'))
  return Promise.all(addresses.map(certificateAt))
}

async function certificateAt(url: string): Promise<Check> {
  const { hostname, port } = new URL(url)
  const socket = connect({
    host: hostname,
    servername: isIP(hostname) ? '' : hostname,
    port: Number(port || 443),
    rejectUnauthorized: false,
    timeout: TIMEOUT,
  }).on('timeout', () => socket.destroy(Object.assign(new Error('No response'), { code: 'ETIMEDOUT' })))
  try {
    await once(socket, 'secureConnect')
    const found = validity(url, socket.getPeerX509Certificate()!, 'renew it where TLS ends')
    if (socket.authorized || found.status === 'fail') return found
    return fail(NAME, `${url}: browsers reject its certificate (${socket.authorizationError})${REJECTED}`)
  } catch (error) {
    return warn(NAME, `${url} does not respond from here (${codeOf(error)})${SILENT}`)
  } finally {
    socket.destroy()
  }
}

const NAME = 'certificate'
const REJECTED = ': serve one for this name, with those that lead to its authority'
const SILENT = ': see that what ends TLS runs, and that its name leads there'

function validity(where: string, { validTo }: X509Certificate, advice: string): Check {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY)
  if (days < 0) return fail(NAME, `${where}: expired on ${validTo}: ${advice}`)
  if (days >= MIN_DAYS) return ok(NAME, `${where}: good for ${days} days`)
  return warn(NAME, `${where}: good for ${days} days: ${advice}`)
}
