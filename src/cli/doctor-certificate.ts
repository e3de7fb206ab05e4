import { X509Certificate } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Check } from './doctor.ts'

const DAY = 24 * 3600 * 1000
const MIN_DAYS = 14

/** The certificate that the service serves itself. */
export function certificate({ tls }: Pick<Config, 'tls'>): Check[] {
  if (!tls) return []
  const { validTo } = new X509Certificate(tls.cert)
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY)
  const name = 'certificate'
  if (days < 0) return [{ name, status: 'fail', message: `expired on ${validTo}: renew TLS_CERT_FILE` }]
  const late = days < MIN_DAYS ? ': renew TLS_CERT_FILE and restart' : ''
  return [{ name, status: late ? 'warn' : 'ok', message: `good for ${days} days${late}` }]
}
