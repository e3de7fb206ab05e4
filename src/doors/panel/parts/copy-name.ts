import type { Language } from '../../../core/texts/language.ts'
import { t } from '../../../core/texts/text.ts'

export function copyName(name: string, max: number, language: Language): string {
  const suffix = ` ${t('(copia)').in(language)}`
  return name.slice(0, max - suffix.length) + suffix
}
