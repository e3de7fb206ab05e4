import { t, type Localized } from '../../core/texts/text.ts'
import { invalid } from '../../core/errors/errors.ts'
import { kindOf, type ConnectionId } from './connection.ts'

export type ConfigurableConnection = Exclude<ConnectionId, 'whatsapp'>

const fields: Record<
  Exclude<ConfigurableConnection, 'custom_domain'>,
  { pattern: RegExp; wrong: Localized }
> = {
  meta_pixel: {
    pattern: /^\d{10,20}$/,
    wrong: t('Son solo números, entre 10 y 20: cópialo de Meta como está'),
  },
  google_analytics: {
    pattern: /^G-[A-Z0-9]{6,14}$/,
    wrong: t('Empieza con G- y sigue con letras y números, por ejemplo G-AB12CD34EF'),
  },
  meta_catalog: {
    pattern: /^\d{5,20}$/,
    wrong: t('Son solo números, entre 5 y 20: cópialo de Meta como está'),
  },
  google_merchant: {
    pattern: /^\d{5,12}$/,
    wrong: t('Son solo números, entre 5 y 12: está arriba en Merchant Center'),
  },
}

/** The saved identifier; null if there is none or it is invalid, because it is rendered into pages. */
export function savedIdentifier(
  id: keyof typeof fields,
  settings: Record<string, unknown> | undefined,
): string | null {
  const { pattern } = fields[id]
  const saved = settings?.[kindOf(id).field]
  return typeof saved === 'string' && pattern.test(saved) ? saved : null
}

export function cleanIdentifier(id: keyof typeof fields, submitted: string): string {
  const { pattern, wrong } = fields[id]
  const text = submitted.toUpperCase()
  if (!pattern.test(text)) throw invalid('value', 'pattern', wrong)
  return text
}
