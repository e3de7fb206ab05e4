import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { connect } from 'node:tls'
import { freePort } from './process.ts'
import { waitFor } from './wait-for.ts'

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-acme-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a program that is killed when the test file ends. */
function start(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, { env: { PATH: process.env['PATH'], ...env }, stdio: 'ignore' })
  after(() => child.kill('SIGKILL'))
  return child
}

type Ports = { http: number; https: number }
export const freePorts = async (): Promise<Ports> => ({ http: await freePort(), https: await freePort() })

/**
 * Pebble, a certificate authority for tests: it checks names at `ports`, which it finds through `dnsServer`.
 * @param validSeconds the validity of its certificates
 * @returns the address of its directory
 */
export async function startPebble(dnsServer: string, ports: Ports, validSeconds: number): Promise<string> {
  const folder = await temporaryFolder()
  const [port, management] = [await freePort(), await freePort()]
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: fixture('localhost.crt'),
    privateKey: fixture('localhost.key'),
    httpPort: ports.http,
    tlsPort: ports.https,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
    certificateValidityPeriod: validSeconds,
  }
  await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble }))
  start('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', dnsServer], {
    PEBBLE_VA_NOSLEEP: '1',
  })
  await waitFor(() => isListening(port))
  return `https://localhost:${port}/dir`
}

type Proxy = Ports & { servicePort: number; directory: string; storage: string }

/** Caddy with the configuration of deploy/proxies, on free ports and with the authority at `directory`. */
export async function startCaddy({ http, https, servicePort, directory, storage }: Proxy) {
  const folder = await temporaryFolder()
  const settings = [
    `http_port ${http}`,
    `https_port ${https}`,
    'admin off',
    `storage file_system ${storage}`,
    `acme_ca ${directory}`,
    `acme_ca_root ${fixture('localhost.crt')}`,
  ]
  const config = readFileSync(new URL('../deploy/proxies/Caddyfile', import.meta.url), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
    // Debian's Caddy 2.6 registers two accounts when it orders for two names at once, and can then use neither.
    .replace('tiendas.example, panel.example', 'tiendas.example')
    .replace(/^\{$/m, ['{', ...settings].join('\n'))
  await writeFile(join(folder, 'Caddyfile'), config)
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  const child = start('caddy', args, { HOME: folder })
  await waitFor(() => isListening(https))
  return { stop: () => stop(child) }
}

async function stop(child: ChildProcess) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export const storageFolder = temporaryFolder

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    (error: Error & { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
  )

/** The serial number of the certificate that a proxy presents for a name; null when it presents none. */
export function serialOf(name: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername: name, rejectUnauthorized: false })
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().serialNumber)
      socket.destroy()
    })
    socket.once('error', () => resolve(null))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no handshake')))
  })
}
