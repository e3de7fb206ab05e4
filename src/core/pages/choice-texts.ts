import { t, type Localized } from '../texts/text.ts'
type Limits = { minChoices: number; maxChoices: number | null }

/** How many of a group of choices are to be chosen, as the shopper reads it: `Elige una`, `Elige hasta 3`. */
export function choiceRule({ minChoices: min, maxChoices: max }: Limits): Localized {
  if (min === 0)
    return max === null
      ? t('Elige las que quieras')
      : t('Elige hasta {max, plural, one {una} other {{max}}}', { max })
  if (max === null) return t('Elige {min, plural, one {una} other {{min}}} o más', { min })
  return min === max
    ? t('Elige {min, plural, one {una} other {{min}}}', { min })
    : t('Elige de {min} a {max}', { min, max })
}
