import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { parse } from 'acorn'

const root = join(import.meta.dirname, '..')

/** A statement, or a file that has some. */
export type Statement = { path: string; text: string }

type Node = { type: string; quasi?: { quasis: { value: { raw: string } }[] } }

export const sources: Statement[] = globSync('src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** The SQL templates in the sources, with `$` for each interpolated value or fragment. */
export function statementsOfSources(): Statement[] {
  return sources
    .filter(({ text }) => /\b(?:sql|tx)\b/.test(text))
    .flatMap(({ path, text }) =>
      templatesIn(parse(stripTypeScriptTypes(text), { ecmaVersion: 'latest', sourceType: 'module' }))
        .filter((template) => !/^\s*</.test(template))
        .map((template) => ({ path, text: template })),
    )
}

function templatesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(templatesIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, quasi } = node as Node
  const own =
    type === 'TaggedTemplateExpression' ? [quasi!.quasis.map(({ value }) => value.raw).join('$')] : []
  return [...own, ...Object.values(node).flatMap(templatesIn)]
}

/** The files of `db`, without their comments. */
export function statementsOfFiles(folder: 'functions' | 'migrations' | 'citus'): Statement[] {
  return globSync(`db/${folder}/*.sql`, { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8').replaceAll(/--.*$/gm, ''),
  }))
}

/** The selects with a locking clause, without the statement around them. */
export function lockingSelects(text: string): string[] {
  return [...text.matchAll(/\bfor (?:no key )?update\b|\bfor (?:key )?share\b/g)]
    .map(({ index }) => text.slice(selectBefore(text, index), index))
    .filter((select) => select.startsWith('select'))
}

/** Where the select begins that a place in its last line belongs to. */
function selectBefore(text: string, position: number): number {
  let depth = 0
  for (let at = position; at >= 0; at--) {
    if (text[at] === ')') depth++
    if (text[at] === '(') depth--
    if (depth < 0) return at + 1 + /^\s*/.exec(text.slice(at + 1))![0].length
    if (depth === 0 && text.startsWith('select', at)) return at
  }
  return position
}
