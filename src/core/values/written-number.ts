type Mark = '.' | ','

/** What a mark with exactly three digits behind it divides; in doubt both, and the number has two readings. */
type ThreeDigits = 'thousands' | 'decimals' | 'either'

/** How numbers are read: `digits` after the point that they have at most, and what each mark divides before three digits. */
export type NumberStyle = { digits: number } & Record<Mark, ThreeDigits>

/** Where nobody means a thousandth: `80.000` is eighty thousand, whatever the other numbers look like. */
export const withThousands = (digits: number): NumberStyle => ({ digits, '.': 'thousands', ',': 'thousands' })

/** The readings of a number as people write it: none where it is no number, two where its mark may divide thousands or decimals. */
export function readingsOf(text: string, style: NumberStyle): number[] {
  const parts = numberParts(text)
  if (!parts) return []
  const { sign, whole, group, mark, behind } = parts
  if (mark === undefined || mark === group) return [sign * Number(whole + behind)]
  const [decimal, grouped] = [sign * Number(`${whole || 0}.${behind}`), sign * Number(whole + behind)]
  // With three digits after the point `1,250.500` is clear by its two marks.
  if (behind.length !== 3 || decimal === grouped || (group !== undefined && style.digits > 2))
    return [decimal]
  if (style[mark] === 'decimals') return [decimal]
  const isGrouped = group === undefined && /^[1-9]\d{0,2}$/.test(whole)
  return style[mark] === 'thousands' && isGrouped ? [grouped] : [decimal, grouped]
}

/** The style of a column, from the cells whose marks tell what they divide; `isCount`: of stock, which has no decimals as a rule. */
export function styleDetector(digits: number, isCount = false) {
  const decimals = new Set<Mark>()
  const doubtful = new Set<Mark>()
  return {
    add(text: string) {
      const parts = numberParts(text)
      if (parts?.mark === undefined) return
      const { whole, group, mark, behind } = parts
      // No group of thousands begins with a 0.
      const isPadded = behind.length === 3 && /^0?$/.test(whole)
      if (isPadded || (isCount && mark !== group && behind.length !== 3)) doubtful.add(mark)
      if (mark === group) decimals.add(otherMark(mark))
      else if (isPadded || group !== undefined || behind.length !== 3 || whole.length > 3) decimals.add(mark)
    },
    detect(): NumberStyle {
      const [decimal, other] = decimals
      const isKnown = decimal !== undefined && other === undefined
      const of = (mark: Mark): ThreeDigits => {
        if (digits <= 2) return doubtful.has(mark) ? 'either' : 'thousands'
        if (!isKnown) return 'either'
        return mark === decimal ? 'decimals' : 'thousands'
      }
      return { digits, '.': of('.'), ',': of(',') }
    },
  }
}

const otherMark = (mark: Mark): Mark => (mark === '.' ? ',' : '.')

type NumberParts = { sign: 1 | -1; whole: string; group?: Mark; mark?: Mark; behind: string }

/** Thousands may also be divided by spaces and apostrophes. Spreadsheets write `12.` where they show decimals only if there are some. */
function numberParts(text: string): NumberParts | null {
  const [, sign = '', written = ''] = /^([-+−]?)\s*(\S.*)$/.exec(text.trim()) ?? []
  const spaced = /^\d{1,3}(?:[\s'’]\d{3})+(?!\d)/.exec(written)?.[0]
  const number = written
    .replace(spaced ?? '', (spaced ?? '').replaceAll(/\D/g, ''))
    .replace(/(?<=\d)[.,]$/, '')
  const found = shape.exec(number)?.groups
  if (!found || number === '') return null
  const { head = '', behind = '' } = found
  const [group, mark] = [found['group'], found['mark']] as (Mark | undefined)[]
  if (mark !== undefined && mark === group && behind.length !== 3) return null
  const isSpaced = spaced !== undefined && group === undefined
  return {
    sign: /[-−]/.test(sign) ? -1 : 1,
    whole: head.replaceAll(/[.,]/g, ''),
    ...((group ?? isSpaced) && { group: group ?? otherMark(mark ?? '.') }),
    ...(mark && { mark }),
    behind,
  }
}

/** Groups of three digits divided by one mark, or digits alone; then another mark with digits behind it, or the same one. */
const shape =
  /^(?<head>\d{1,3}(?<group>[.,])\d{3}(?:\k<group>\d{3})*(?=\D)|\d*)(?:(?<mark>[.,])(?<behind>\d+))?$/
