import { invalid } from '../../core/errors/errors.ts'

/** Normalises and deduplicates origins. @throws 400 on one that is not an origin, or is plain http and not local */
export function toOrigins(written: string[]): string[] {
  return [...new Set(written.map((text, n) => toOrigin(text, `allowedOrigins.${n}`)))]
}

/** Host names of the browser's own machine. */
const isLocal = (host: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(host) || host.endsWith('.localhost')

function toOrigin(text: string, field: string): string {
  const url = URL.parse(text)
  const isOrigin = url && url.href === `${url.origin}/` && !url.hostname.includes('*')
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url.hostname))
  if (isOrigin && isSafe) return url.origin
  throw invalid(
    field,
    'invalid',
    'Escribe el origen entero y nada más: https://, el dominio y el puerto si lo hay. Sin https solo puede ser localhost',
  )
}
