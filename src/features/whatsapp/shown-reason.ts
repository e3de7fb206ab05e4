import { bySpanish, known } from '../../core/texts/by-spanish.ts'
import type { Wording } from '../../core/texts/text.ts'
import { errorReasons, reasonsOfCode } from './errors.ts'
import { capReasons } from './limits.ts'

const texts = bySpanish(...errorReasons, ...capReasons)

/** Why a message was not delivered, as it was stored, to be shown. */
export function shownReason(reason: string): Wording {
  const [code] = /(?<=\(código )\d+(?=\))/.exec(reason) ?? []
  return known(code === undefined ? texts : bySpanish(...reasonsOfCode(code)), reason)
}
