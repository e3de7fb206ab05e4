import { t } from '../../core/texts/text.ts'
import { invalid } from '../../core/errors/errors.ts'
import { destinationError } from '../../core/outgoing/destination.ts'

const errorMessages = {
  malformed: t('La dirección del webhook debe empezar con https://'),
  not_https: t('La dirección del webhook debe ser https'),
  credentials: t('La dirección del webhook no puede llevar usuario ni contraseña'),
  port: t('La dirección del webhook tiene un puerto que no se puede usar: quítalo o usa el 443'),
  trailing_dot: t('El nombre del servidor no puede terminar en punto: quítalo'),
  not_public: t('La dirección del webhook debe estar en internet: no puede ser privada ni local'),
}

export const MAX_URL = 2048

/** Makes a DNS lookup: call it outside of a transaction. Each connection checks the address again. @throws 400 on `url` */
export async function checkDestination(url: string, allowPrivate: boolean): Promise<void> {
  if (url.length > MAX_URL)
    throw invalid('url', 'max_length', t('Debe tener como máximo {max} caracteres', { max: MAX_URL }))
  const fault = await destinationError(url)
  if (fault === null) return
  if (allowPrivate && ['not_https', 'port', 'not_public'].includes(fault)) return
  throw invalid('url', fault === 'malformed' ? 'format' : 'invalid', errorMessages[fault])
}
