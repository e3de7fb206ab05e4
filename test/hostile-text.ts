import fc from 'fast-check'

/** Texts that often make programs fail, mixed with existing values of a store. */
export const hostileText = (known: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom(
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      'a\udc00b',
      '\u202e',
      '%00',
      '..',
      "' or 1=1 --",
      '${7*7}',
      '-1',
      '1e999',
    ),
    fc.constantFrom(
      '0',
      '1',
      '01',
      '100',
      '101',
      '2147483648',
      '9223372036854775808',
      'NaN',
      'Infinity',
      'null',
      'true',
    ),
    fc.constantFrom(
      '2026-02-30T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '0000-01-01T00:00:00Z',
      '+50255551234',
      '2026-01-01',
    ),
    fc.constant('x'.repeat(10_240)),
  )

/** Percent-encoded, half surrogates as the bytes that they would be. */
export function percentEncoded(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()) + '%ED%A0%80'
}
