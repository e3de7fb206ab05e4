import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { messageOf, StartError } from '../errors/start-error.ts'

export type Host = { host: string; port: number }
/** `target_session_attrs` of libpq: whether the server has to accept writes. */
export type SessionAttributes = 'any' | 'read-write' | 'primary'

export type Target = {
  hosts: Host[]
  user: string
  password: string
  database: string
  /** The TLS options to try on a host, in this order; false is a connection without TLS. */
  encryption: (ConnectionOptions | false)[]
  sessionAttributes: SessionAttributes
  /** Settings for the server's session (`-c name=value …`). */
  options: string
  engine: Engine
}

/** Plain PostgreSQL, or Citus, which shards the tables over several servers. */
export type Engine = 'postgresql' | 'citus'

export function withEngine(url: string, engine: Engine): string {
  return engine === 'postgresql' ? url : `${url}${url.includes('?') ? '&' : '?'}engine=${engine}`
}

const CONNECTION_URI =
  /^postgres(?:ql)?:\/\/(?:([^:@/?]*)(?::([^@/?]*))?@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/

/**
 * Reads a connection URI as libpq does: several hosts apart by commas, the folder of a socket percent-encoded or in
 * `?host=`, and the parameters that concern hosts, TLS and the session.
 * @throws StartError without the address, which may hold a password
 */
export function parseConnectionString(text: string): Target {
  try {
    const [, user = '', password = '', hosts = '', database = '', query] =
      CONNECTION_URI.exec(text) ?? malformed('it must begin with postgres://')
    const parameters = new URLSearchParams(query)
    const username = decodeURIComponent(user) || parameters.get('user') || 'postgres'
    return {
      hosts: parseHosts(parameters.get('host') ?? hosts, parameters.get('port') ?? ''),
      user: username,
      password: decodeURIComponent(password) || (parameters.get('password') ?? ''),
      database: decodeURIComponent(database) || parameters.get('dbname') || username,
      encryption: parseEncryption(parameters),
      sessionAttributes: parseSessionAttributes(parameters.get('target_session_attrs') ?? 'any'),
      options: parameters.get('options') ?? '',
      engine: parameters.get('engine') === 'citus' ? 'citus' : 'postgresql',
    }
  } catch (error) {
    throw new StartError(`DATABASE_URL is not a valid connection string: ${messageOf(error)}`)
  }
}

function parseHosts(hosts: string, ports: string): Host[] {
  const portTexts = ports.split(',')
  return hosts.split(',').map((text, i) => {
    const [, host = '', port] =
      /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(text) ?? malformed(`the host "${text}" is not valid`)
    const number = Number(port || portTexts[i] || portTexts[0] || 5432)
    if (!Number.isInteger(number) || number < 1 || number > 65_535)
      malformed(`the port ${number} is not valid`)
    return { host: decodeURIComponent(host).replace(/^\[(.*)\]$/, '$1') || 'localhost', port: number }
  })
}

/** As libpq: `require` does not verify the server, unless a root certificate is given; then it is `verify-ca`. */
function parseEncryption(parameters: URLSearchParams): (ConnectionOptions | false)[] {
  const files = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' }
  const certificates = Object.entries(files).flatMap(([option, name]) => {
    const path = parameters.get(name)
    return path && path !== 'system' ? [[option, readFileSync(path, 'utf8')]] : []
  })
  const tls: ConnectionOptions = Object.fromEntries(certificates)
  const unverified = { ...tls, rejectUnauthorized: false }
  const withoutHostCheck = { ...tls, checkServerIdentity: () => undefined }
  const mode = parameters.get('sslmode') ?? 'prefer'
  switch (mode) {
    case 'disable':
      return [false]
    case 'allow':
      return [false, unverified]
    case 'prefer':
      return [unverified, false]
    case 'require':
      return [tls.ca ? withoutHostCheck : unverified]
    case 'verify-ca':
      return [withoutHostCheck]
    case 'verify-full':
      return [tls]
    default:
      return malformed(`sslmode=${mode} is not supported`)
  }
}

function parseSessionAttributes(text: string): SessionAttributes {
  if (text === 'any' || text === 'read-write' || text === 'primary') return text
  return malformed(`target_session_attrs=${text} is not supported`)
}

function malformed(why: string): never {
  throw new Error(why)
}
