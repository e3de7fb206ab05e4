import { t, type Wording } from '../../core/texts/text.ts'

/** Of `Chrome en Android`, as it is stored. */
export function deviceName(stored: string): Wording {
  const [browser, system] = stored.split(' en ') as [string, string | undefined]
  const known = browser === 'Un navegador' ? t('Un navegador') : browser
  return system === undefined ? known : t('{browser} en {system}', { browser: known, system })
}
