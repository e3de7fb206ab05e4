import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { addresses } from './specified-addresses.ts'
import { fields } from './specified-fields.ts'

const root = join(import.meta.dirname, '..')
const titles = fields.map(({ title }) => title)

suite('docs/specification.md', () => {
  const rows = readFileSync(join(root, 'docs/specification.md'), 'utf8')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/`([\w./-]+\.test\.ts)`: «([^»]+)»/g)])

  test('names tests that exist', () => {
    assert.ok(rows.length >= 60)
    for (const [, file, title] of rows) {
      const text = readFileSync(join(root, file!), 'utf8')
      assert.ok(titles.includes(title!) || hasTest(text, title!), `${file}: ${title}`)
    }
  })

  test('has a row for each field', () => {
    const named = new Set(rows.map(([, , title]) => title))
    assert.deepEqual(
      titles.filter((title) => !named.has(title)),
      [],
    )
  })

  test('has a row for each address', () => {
    const text = readFileSync(join(root, 'docs/specification.md'), 'utf8')
    for (const [address] of addresses) assert.ok(text.includes(`| \`${address}\` |`), address)
  })
})

/** Whether a test has this title, in so many words or made from a template and words of the same file. */
function hasTest(text: string, title: string): boolean {
  const titles = [...text.matchAll(/\btest\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g)]
  return titles.some(([, single, double, template]) => {
    if (template === undefined) return title === (single ?? double)
    const parts = template.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part))
    const words = new RegExp(`^${parts.join('(.+)')}$`).exec(title)?.slice(1)
    return words?.every((word) => text.includes(`'${word}'`) || text.includes(` ${word}: `)) ?? false
  })
}
