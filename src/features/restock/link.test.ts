import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../core/texts/language.ts'
import { MAX_STORED } from '../whatsapp/message.ts'
import { findReference, restockLink } from './link.ts'

test('the message of who waits for a product is understood in each language, and fits in what is stored of it', () => {
  const reference = { slug: 'a'.repeat(30), variantId: 'v'.repeat(24) }
  const name = `${'ñ'.repeat(120)}, ${'o'.repeat(80)}`
  for (const language of languages) {
    const link = new URL(restockLink('+50255551234', { ...reference, name }).in(language))
    const text = link.searchParams.get('text')!
    assert.deepEqual(findReference(text), reference, language)
    assert.ok(text.length <= MAX_STORED, `${text.length} characters`)
  }
})
