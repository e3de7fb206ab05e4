import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

suite('the decisions in docs/adr', () => {
  const files = readdirSync(new URL('docs/adr/', root)).toSorted()

  test('are numbered without gaps, in the file name and in the title', () => {
    assert.deepEqual(
      files.map((file) => Number(file.slice(0, 4))),
      files.map((_file, i) => i + 1),
    )
    for (const file of files)
      assert.match(read(`docs/adr/${file}`), new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`))
  })

  test('say the background, the decision and the consequences', () => {
    for (const file of files) {
      const headings = read(`docs/adr/${file}`).match(/(?<=^## ).+/gm)
      assert.deepEqual(headings, ['Background', 'Decision', 'Consequences'], file)
    }
  })
})

suite('what CONTRIBUTING.md names', () => {
  test('exists', () => {
    const paths = new Set(read('CONTRIBUTING.md').match(/(?<=`)(?:src|db|docs|test)\/[\w./-]+(?=`)/g))
    assert.ok(paths.size > 20)
    assert.deepEqual(
      [...paths].filter((path) => !existsSync(new URL(path, root))),
      [],
    )
  })
})
