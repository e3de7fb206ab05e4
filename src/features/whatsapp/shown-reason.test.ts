import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalError } from '../../core/outbox/delivery.ts'
import { wordingIn } from '../../core/texts/text.ts'
import {
  CUSTOMER_OPTED_OUT,
  DROPPED,
  messageErrorOf,
  NO_RESPONSE,
  OWNER_OPTED_OUT,
  undelivered,
  undeliveredReason,
} from './errors.ts'
import { codeCaps, restockCaps } from './limits.ts'
import { shownReason } from './shown-reason.ts'

test('a stored reason is shown in each language, with its figures', () => {
  const codes = [131_026, 131_047, 131_050, 132_001, 190, 4, 1, 999_999]
  const reasons = [
    ...codes.map((code) => messageErrorOf(code, 400).reason),
    ...[null, 999_999, 131_026].map(undeliveredReason),
    ...[...codeCaps('account', '+50255550000'), ...restockCaps('+50255550000')].map(({ reason }) => reason),
    OWNER_OPTED_OUT,
    CUSTOMER_OPTED_OUT,
    NO_RESPONSE,
    DROPPED,
    internalError.in('es'),
    ...Object.values(undelivered),
  ]
  for (const reason of reasons) {
    assert.equal(wordingIn(shownReason(reason), 'es'), reason)
    const shown = wordingIn(shownReason(reason), 'en')
    assert.doesNotMatch(shown, /[áéíóúñ«]|\b(?:el|que)\b/, reason)
    assert.deepEqual(shown.match(/\d+/g), reason.match(/\d+/g))
  }
  assert.equal(shownReason('El servicio (código 7) dijo otra cosa'), 'El servicio (código 7) dijo otra cosa')
})
