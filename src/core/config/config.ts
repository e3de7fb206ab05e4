import { createECDH } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { parseConnectionString, withEngine } from '../database/connection-string.ts'
import { StartError } from '../errors/start-error.ts'
import type { Port } from '../process/ports.ts'
import { readMercadoPago, readSecretKeys, readStripe, readWhatsapp } from './provider-settings.ts'
import { withSecretFiles } from './secret-files.ts'

export type Config = ReturnType<typeof readConfig>

/** The settings of the process, checked. The only reader of the environment. @throws StartError that names the variable */
export function readConfig(environment: Env = process.env) {
  const env = withSecretFiles(environment)
  const port = integer(env, 'PORT', 3000, [0, 65_535])
  const tls = readTls(env)
  const publicUrl = origin(env, 'PUBLIC_URL') ?? `${tls ? 'https' : 'http'}://localhost:${port}`
  const panelUrl = origin(env, 'PANEL_URL') ?? publicUrl
  const urlAt = (name: string) => address(env, name, ['http:', 'https:'])
  const mailFrom = sender(env, 'MAIL_FROM', 'Vitrina <no-responder@localhost>')
  return {
    host: env['HOST'] || '127.0.0.1',
    port,
    publicUrl,
    panelUrl,
    domainTarget: hostName(env, 'DOMAIN_TARGET') ?? new URL(publicUrl).hostname,
    shopsDomain: shopsDomain(env),
    dnsServers: dnsServers(env),
    tls,
    trustProxy: proxies(env),
    databaseUrl: databaseUrl(env),
    dataDir: env['DATA_DIR'] || './data',
    demo: choice(env, 'DEMO', ['on', 'off'], env['DATABASE_URL'] ? 'off' : 'on') === 'on',
    whatsapp: readWhatsapp(env, urlAt),
    stripe: readStripe(env, urlAt),
    mercadopago: readMercadoPago(env, urlAt),
    secretKeys: readSecretKeys(env),
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom,
    vapid: readVapid(env, panelUrl, mailFrom),
    allowPrivateDestinations:
      choice(env, 'ALLOW_PRIVATE_DESTINATIONS', ['true', 'false'], 'false') === 'true',
    worker: choice(env, 'WORKER', ['in-process', 'off'], 'in-process'),
    cluster: integer(env, 'CLUSTER', 1, [1, 64]),
    metrics: readMetrics(env),
    slowRequestMs: integer(env, 'SLOW_REQUEST_MS', 1000, [0, 60_000]),
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  }
}

export function portsOf({ host, port, tls, metrics }: Config): Port[] {
  const own = { hostVariable: 'HOST', host } as const
  const redirectPort = tls?.redirectPort ?? null
  return [
    { ...own, variable: 'PORT', port },
    ...(redirectPort === null
      ? []
      : [{ ...own, variable: 'HTTP_REDIRECT_PORT' as const, port: redirectPort }]),
    ...(metrics
      ? [{ variable: 'METRICS_PORT' as const, hostVariable: 'METRICS_HOST' as const, ...metrics }]
      : []),
  ]
}

type Env = Record<string, string | undefined>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

function readTls(env: Env) {
  const [cert, key] = [env['TLS_CERT_FILE'], env['TLS_KEY_FILE']]
  const redirectPort = env['HTTP_REDIRECT_PORT'] ? integer(env, 'HTTP_REDIRECT_PORT', 0, [0, 65_535]) : null
  if (!cert && !key) return null
  if (!cert || !key)
    throw new StartError(`${cert ? 'TLS_KEY_FILE' : 'TLS_CERT_FILE'} is missing: TLS needs both files`)
  const files = { cert: file('TLS_CERT_FILE', cert), key: file('TLS_KEY_FILE', key) }
  requirePair(files)
  return { ...files, redirectPort }
}

function readMetrics(env: Env) {
  if (!env['METRICS_PORT']) return null
  return { port: integer(env, 'METRICS_PORT', 0, [1, 65_535]), host: env['METRICS_HOST'] || '127.0.0.1' }
}

function readVapid(env: Env, panelUrl: string, mailFrom: string) {
  const privateKey = env['VAPID_PRIVATE_KEY'] || null
  if (privateKey !== null && !isVapidKey(privateKey)) {
    throw new StartError('VAPID_PRIVATE_KEY must be a P-256 private key: 32 bytes in base64url')
  }
  const sender = mailFrom.split(/[\s<>]/).find((part) => part.includes('@'))
  const own = panelUrl.startsWith('https:') ? panelUrl : `mailto:${sender}`
  return { privateKey, subject: address(env, 'VAPID_SUBJECT', ['https:', 'mailto:']) ?? own }
}

/** Whether the text is a private key of the curve: not zero, and below its order. */
function isVapidKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (!/^[\w-]{43}$/.test(text) || bytes.length !== 32) return false
  try {
    createECDH('prime256v1').setPrivateKey(bytes)
    return true
  } catch {
    return false
  }
}

function proxies(env: Env): [ipaddr.IPv4 | ipaddr.IPv6, number][] {
  return (env['TRUST_PROXY'] ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((text) => {
      try {
        const [network = '', bits] = text.split('/')
        const address = ipaddr.parse(network)
        const [, length] = ipaddr.parseCIDR(`${network}/${bits ?? (address.kind() === 'ipv4' ? 32 : 128)}`)
        return asIPv4(address, length)
      } catch {
        throw new StartError(
          `TRUST_PROXY contains "${text}", which is neither an IP address nor a CIDR range`,
        )
      }
    })
}

/** Clients that come over IPv4 are known by their IPv4 address, also where the proxies were written as `::ffff:10.0.0.0/104`. */
function asIPv4(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (address instanceof ipaddr.IPv4 || !address.isIPv4MappedAddress() || bits < 96) return [address, bits]
  return [address.toIPv4Address(), bits - 96]
}

function integer(env: Env, name: string, otherwise: number, [min, max]: [number, number]): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new StartError(`${name} is "${text}", but must be a whole number from ${min} to ${max}`)
}

function choice<const T extends string>(env: Env, name: string, values: readonly T[], otherwise: T): T {
  const text = env[name] || otherwise
  if ((values as readonly string[]).includes(text)) return text as T
  throw new StartError(`${name} is "${text}", but must be one of ${values.join(', ')}`)
}

/** Several hosts are no address that `URL` could read. @throws StartError that does not show it */
function databaseUrl(env: Env): string | null {
  const engine = choice(env, 'DATABASE_ENGINE', ['postgresql', 'citus'], 'postgresql')
  const text = env['DATABASE_URL']
  if (!text && engine === 'citus') throw new StartError('DATABASE_ENGINE=citus needs DATABASE_URL')
  if (!text) return null
  parseConnectionString(text)
  return withEngine(text, engine)
}

/** An address without its trailing slash, or null when it is not set. Its value may hold a password and is not shown. */
function address(env: Env, name: string, protocols: string[]): string | null {
  const text = env[name]
  if (!text) return null
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new StartError(
      `${name} must be a URL that begins with ${protocols.map((p) => (p === 'mailto:' ? p : `${p}//`)).join(' or ')}`,
    )
  }
  return text.replace(/(?<!\/)\/+$/, '')
}

function origin(env: Env, name: string): string | null {
  const text = address(env, name, ['http:', 'https:'])
  if (text === null) return null
  const { origin, href } = new URL(text)
  if (href === `${origin}/`) return origin
  throw new StartError(`${name} is "${text}", but must have only a protocol, a host and a port`)
}

function hostName(env: Env, name: string): string | null {
  const host = env[name]?.toLowerCase()
  if (!host) return null
  if (URL.parse(`http://${host}`)?.hostname === host) return host
  throw new StartError(`${name} is "${host}", but must be only a host name, such as tiendas.example`)
}

/** The name below which every shop has its own; `localhost` for trying it. Null when it is not set. */
function shopsDomain(env: Env): string | null {
  const name = env['SHOPS_DOMAIN']?.toLowerCase()
  if (!name) return null
  if (name.length <= 220 && /^(?:[a-z0-9-]{1,63}\.)*[a-z][a-z0-9-]{0,62}$/.test(name)) return name
  throw new StartError(`SHOPS_DOMAIN is "${name}", but must be only a domain, such as tiendas.example`)
}

/** Addresses with their ports, as `Resolver.setServers` takes them; empty for the resolvers of the system. */
function dnsServers(env: Env): string[] {
  const servers = (env['DNS_SERVERS'] ?? '').split(/[\s,]+/).filter(Boolean)
  for (const text of servers) {
    const [, host = '', port] = /^\[?([\da-f:.]+?)\]?:(\d{1,5})$/i.exec(text) ?? []
    if (ipaddr.isValid(host) && Number(port) >= 1 && Number(port) <= 65_535) continue
    throw new StartError(
      `DNS_SERVERS contains "${text}", which is not an IP address with a port, such as 127.0.0.1:53`,
    )
  }
  return servers
}

function sender(env: Env, name: string, otherwise: string): string {
  const text = env[name] || otherwise
  if (/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)) return text
  throw new StartError(`${name} is "${text}", but must be an e-mail address, alone or as Name <address>`)
}

function requirePair(files: { cert: Buffer; key: Buffer }): void {
  try {
    createSecureContext(files)
  } catch (error) {
    throw new StartError(`TLS_CERT_FILE and TLS_KEY_FILE don't match: ${(error as Error).message}`)
  }
}

function file(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartError(`${name} can't be read: ${(error as Error).message}`)
  }
}
