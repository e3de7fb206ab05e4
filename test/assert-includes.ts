import assert from 'node:assert/strict'

/** Names the first of the parts that the text lacks. */
export function assertIncludes(text: string, parts: readonly string[]) {
  for (const part of parts) assert.ok(text.includes(part), part)
}
