import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripTypeScriptTypes } from 'node:module'
import { parse as parseMessage, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { parse } from 'acorn'
import { sources } from './statements.ts'

const folder = join(import.meta.dirname, '../src/core/texts')

type Catalog = Record<string, Record<string, string>>

export const catalogs = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, texts: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Catalog }))

/** A text that a source file marks, with the names of the values that it gets. */
type Marked = { path: string; source: string; values: string[] }

type Node = {
  type: string
  callee?: { name?: string }
  arguments?: Node[]
  value?: unknown
  consequent?: Node
  alternate?: Node
  properties?: { key: { name?: string; value?: string } }[]
}

/** What browsers run. */
export const scripts = globSync('src/doors/*/assets/*.js').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

export const parsed = (script: string): unknown =>
  parse(script, { ecmaVersion: 'latest', sourceType: 'module' })

export function markedTexts(): Marked[] {
  return [...sources.map(({ path, text }) => ({ path, text: stripTypeScriptTypes(text) })), ...scripts]
    .filter(({ text }) => /\bt\(/.test(text))
    .flatMap(({ path, text }) =>
      callsIn(parsed(text)).flatMap(([source, values]) =>
        literalsIn(source).map((literal) => ({ path, source: literal, values: namesIn(values) })),
      ),
    )
}

/** The strings of a script that are not marked as texts. */
export function unmarkedStrings(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(unmarkedStrings)
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: given, value } = node as Node
  if (type === 'CallExpression' && callee?.name === 't') return unmarkedStrings(given!.slice(1))
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'TemplateElement') return [(value as { cooked: string }).cooked]
  return Object.values(node).flatMap(unmarkedStrings)
}

function callsIn(node: unknown): Node[][] {
  if (Array.isArray(node)) return node.flatMap(callsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: given } = node as Node
  const own = type === 'CallExpression' && callee?.name === 't' ? [given!] : []
  return [...own, ...Object.values(node).flatMap(callsIn)]
}

function literalsIn(node: Node | undefined): string[] {
  if (node?.type === 'ConditionalExpression')
    return [...literalsIn(node.consequent), ...literalsIn(node.alternate)]
  return typeof node?.value === 'string' ? [node.value] : []
}

const namesIn = (values: Node | undefined): string[] =>
  values?.properties?.map(({ key }) => key.name ?? key.value!).toSorted() ?? []

/** The names of a message's arguments and tags. @throws on a message that is not valid */
export function argumentsOf(message: string): string[] {
  const names = new Set<string>()
  const add = (elements: MessageFormatElement[]) => {
    for (const one of elements) {
      if (one.type !== TYPE.literal && one.type !== TYPE.pound) names.add(one.value)
      if (one.type === TYPE.tag) add(one.children)
      if (one.type === TYPE.plural || one.type === TYPE.select)
        for (const option of Object.values(one.options)) add(option.value)
    }
  }
  add(parseMessage(message))
  return [...names].toSorted()
}
