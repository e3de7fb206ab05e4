import { mkdir, rename, writeFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignore } from '../../core/errors/start-error.ts'

type Email = {
  /** Derived from the delivery, so that a retried mail has the same one and mailboxes can deduplicate it. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  date: Date
}

export type Sent =
  | { outcome: 'accepted'; messageId: string; status: number | null; duration: number }
  | { outcome: 'rejected'; reason: string; status: number; duration: number }
  | { outcome: 'deferred'; reason: string; status: number | null; duration: number }
  | { outcome: 'interrupted'; duration: number }

export type Transport = {
  send(email: Email, signal: AbortSignal): Promise<Sent>
  close(): void
}

/** Shorter than the lease of a delivery, so that no other worker sends it meanwhile. */
const ATTEMPT_TIMEOUT = 45_000

async function connect(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as { pool: true })
}

/** Connects and authenticates without sending. @throws the error of the server or the network */
export async function signIn(url: string): Promise<void> {
  const transport = await connect(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

export function smtpTransport(url: string, from: string): Transport {
  const connecting = connect(url)
  return {
    async send(email, stopping) {
      const startedAt = performance.now()
      const duration = () => Math.round(performance.now() - startedAt)
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_TIMEOUT)])
      try {
        const transport = await connecting
        const { messageId, response } = await transport.sendMail({ ...fieldsOf(email, from), signal })
        return { outcome: 'accepted', messageId, status: codeIn(response), duration: duration() }
      } catch (error) {
        if (stopping.aborted) return { outcome: 'interrupted', duration: duration() }
        return { ...classify(error as SmtpError), duration: duration() }
      }
    },
    close: () => void connecting.then((transport) => transport.close()),
  }
}

export function fileTransport(folder: string, from: string): Transport {
  return {
    async send(email) {
      const startedAt = performance.now()
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message, messageId } = await transport.sendMail(fieldsOf(email, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, fileNameOf(email))
      await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.new`, path)
      return {
        outcome: 'accepted',
        messageId,
        status: null,
        duration: Math.round(performance.now() - startedAt),
      }
    },
    close() {},
  }
}

/** When it was written and to whom, for who looks for it in the folder. A retried mail has the name of its first attempt. */
function fileNameOf({ id, to, date }: Email): string {
  const time = date.toISOString().slice(0, 19).replaceAll(':', '-')
  return `${time}Z_${to.replaceAll(/[^\w.+@-]/g, '-').slice(0, 100)}_${id}.eml`
}

// An object, because a string with a comma would be parsed as two addresses.
function fieldsOf({ id, to, ...email }: Email, from: string) {
  const [, domain = 'localhost'] = /@([\w.-]+)/.exec(from) ?? []
  return {
    ...email,
    to: { name: '', address: to },
    from,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** A server that rejects our login or our sender: the operator can fix that, so the mail is retried. */
function classify({ code, command = '', responseCode: status }: SmtpError) {
  if (status && status >= 500 && ['RCPT TO', 'DATA'].includes(command)) {
    return {
      outcome: 'rejected',
      status,
      reason: `El servidor de correo rechazó el mensaje (${status})`,
    } as const
  }
  const reason = `El servidor de correo no lo aceptó todavía (${status ?? code ?? 'sin respuesta'})`
  return { outcome: 'deferred', status: status ?? null, reason } as const
}

const codeIn = (response: string) => Number(/^\d{3}/.exec(response)?.[0]) || null

const MAX_AGE = 30 * 24 * 3600_000
const MAX_FILES = 5_000

export async function removeOldMailFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => (ignore('ENOENT')(error), []))
  const files = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
  )
  const oldest = Date.now() - MAX_AGE
  const newestFirst = files.toSorted((a, b) => b.time - a.time)
  for (const [place, { name, time }] of newestFirst.entries()) {
    if (place >= MAX_FILES || time < oldest) await rm(join(folder, name), { force: true })
  }
}
