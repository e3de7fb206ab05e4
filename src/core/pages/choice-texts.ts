type Limits = { minChoices: number; maxChoices: number | null }

/** How many of a group of choices are to be chosen, as the shopper reads it: `Elige una`, `Elige hasta 3`. */
export function choiceRule({ minChoices: min, maxChoices: max }: Limits): string {
  if (min === 0) return max === null ? 'Elige las que quieras' : `Elige hasta ${countOf(max)}`
  if (max === null) return `Elige ${countOf(min)} o más`
  return min === max ? `Elige ${countOf(min)}` : `Elige de ${min} a ${max}`
}

const countOf = (count: number) => (count === 1 ? 'una' : String(count))
