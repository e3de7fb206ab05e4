import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { tokenizer, tokTypes } from 'acorn'
import { analyse } from 'scslre'

const root = join(import.meta.dirname, '..')
const sources = globSync('src/**/*.{ts,js}', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))

type Literal = { source: string; flags: string }

/** The regular expressions that stand in a file, those of a schema's `pattern` too, with their lines. */
function literalsIn(path: string): { at: string; literal: Literal }[] {
  const text = readFileSync(join(root, path), 'utf8')
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  const tokens = [...tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true })]
  return tokens.flatMap((token, n) => {
    const at = `${path}:${token.loc!.start.line}`
    if (token.type === tokTypes.regexp) {
      const { pattern, flags } = valueOf(token) as { pattern: string; flags: string }
      return { at, literal: { source: pattern, flags } }
    }
    const isPattern = valueOf(token) === 'pattern' && tokens[n + 1]?.type === tokTypes.colon
    const source = isPattern && tokens[n + 2]?.type === tokTypes.string && valueOf(tokens[n + 2]!)
    return typeof source === 'string' ? { at, literal: { source, flags: 'u' } } : []
  })
}

const valueOf = (token: object) => (token as { value?: unknown }).value

/** What makes an expression take more than time in proportion to the text: two repeats that can trade characters. */
function weaknesses(literal: Literal): string[] {
  const { reports } = analyse(literal)
  return reports.map(
    ({ type, exponential, character }) =>
      `${exponential ? 'exponential' : 'quadratic'} (${type}) on ${JSON.stringify(character.pick)} in /${literal.source}/${literal.flags}`,
  )
}

suite('regular expressions', () => {
  test('take linear time on any input', () => {
    const literals = sources.flatMap(literalsIn)
    assert.ok(literals.length > 50)
    const weak = literals.flatMap(({ at, literal }) => weaknesses(literal).map((found) => `${at}: ${found}`))
    assert.deepEqual(weak, [])
  })

  test('are not created from strings at run time', () => {
    const made = sources.filter((path) =>
      /\bnew RegExp\(|(?<![.\w])RegExp\(/.test(readFileSync(join(root, path), 'utf8')),
    )
    assert.deepEqual(made, [])
  })

  test('that backtrack are found', () => {
    for (const weak of [/^(\/\w[\w./-]*?)\/+(\?.*)?$/, /(a+)+$/, /^\s*(.*)\s*$/, /\s+$/, /\s+\S*$/]) {
      assert.notDeepEqual(weaknesses(weak), [], String(weak))
    }
  })
})
