import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { texts } from '../../core/texts/catalogs.ts'
import { languages } from '../../core/texts/language.ts'

/** The calls that name a button, or the list that a button opens. */
const TITLE = /(?:title: |label: |button\('[\w-]+', )t\('([^']+)'/g
const chat = new URL('../../doors/chat/', import.meta.url)
const files = [
  new URL('buttons.ts', import.meta.url),
  ...readdirSync(chat)
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => new URL(name, chat)),
]

test('titles of buttons have at most 20 characters in each language, which is what WhatsApp shows', () => {
  const titles = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, title]) => title!),
  )
  assert.ok(
    titles.includes('Elegir variante') && titles.includes('No puedo') && titles.includes('No llegamos'),
  )
  const long = titles.flatMap((title) =>
    languages.map((language) => texts.get(title)![language]).filter((text) => text.length > 20),
  )
  assert.deepEqual(long, [])
})
