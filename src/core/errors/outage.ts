import { codeOf } from './start-error.ts'

export const outages = {
  disk_full: 'the disk is full: free some space where the database and DATA_DIR are',
  connections_used_up:
    'all connections of the database are used up: close some, or raise its max_connections',
  read_only: 'the database takes no writes: it is read-only, or a standby',
  not_serving: 'the database is starting, stopping or recovering, and takes no connections yet',
  login_rejected: 'the database rejects the login: look at the user, password and name in DATABASE_URL',
  unreachable: "the database can't be reached: see that it runs, and look at DATABASE_URL where that is set",
  no_answer: 'the database does not answer in time: look at its disk, its load and its standbys',
  not_saving: 'the database does not save what is written',
} as const
export type Outage = keyof typeof outages

export const sentenceOf = (outage: Outage): string =>
  outages[outage].replace(/^./, (letter) => letter.toUpperCase())

export class DatabaseOutage extends Error {
  override name = 'DatabaseOutage'
  readonly outage: Outage

  constructor(outage: Outage, options?: ErrorOptions) {
    super(outages[outage], options)
    this.outage = outage
  }
}

export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null
  if (error instanceof DatabaseOutage) return error.outage
  const code = codeOf(error)
  if (/^(?:ENOSPC|EDQUOT)$/.test(code) || isDiskFull(error)) return 'disk_full'
  if (error.name === 'ConnectionLost') return outageOfConnection(error)
  return 'severity' in error ? outageOfState(code) : null
}

/** PostgreSQL has no code of its own for each place where it finds no space. */
const isDiskFull = (error: Error) => 'severity' in error && /No space left|Disk quota/.test(error.message)

function outageOfConnection({ message }: Error): Outage {
  if (/takes writes/.test(message)) return 'read_only'
  return /does not respond/.test(message) ? 'no_answer' : 'unreachable'
}

/** By SQLSTATE. https://www.postgresql.org/docs/current/errcodes-appendix.html */
function outageOfState(state: string): Outage | null {
  if (state === '53100') return 'disk_full'
  if (state === '53300') return 'connections_used_up'
  if (state === '25006') return 'read_only'
  if (/^57P0[1-5]$/.test(state)) return 'not_serving'
  if (state.startsWith('28') || state === '3D000') return 'login_rejected'
  return /^(?:08|58)/.test(state) ? 'unreachable' : null
}
