import { dirname, join } from 'node:path'

/**
 * The names that files export and no other imports. A name that only tests import counts as used when its own file needs it
 * too. It reads imports as they are written here, by lines: no `export *`, no default exports, no `import()` of a variable.
 * @param texts the text of each file, by its path
 */
export function unusedExports(texts: Map<string, string>): { path: string; name: string }[] {
  const importers = new Map<string, string[]>()
  for (const [path, text] of texts) {
    for (const { from, name } of namesImported(text)) {
      const key = `${join(dirname(path), from)} ${name}`
      importers.set(key, [...(importers.get(key) ?? []), path])
    }
  }
  return [...texts].flatMap(([path, text]) =>
    namesExported(path, text)
      .filter((name) => !isUsed(path, name, text, importers.get(`${path} ${name}`) ?? []))
      .map((name) => ({ path, name })),
  )
}

function isUsed(path: string, name: string, text: string, importers: string[]): boolean {
  if (!path.startsWith('src/')) return importers.length > 0
  const isTest = (importer: string) => importer.startsWith('test/') || importer.endsWith('.test.ts')
  const usesItself = text.match(new RegExp(`\\b${name}\\b`, 'g'))!.length > 1
  return importers.some((importer) => !isTest(importer) || usesItself)
}

/** The exports of `sdk` are for its users; those of `test/setup.ts` are called by the test runner. */
function namesExported(path: string, text: string): string[] {
  if (path.startsWith('sdk/') || path === 'test/setup.ts') return []
  const exported = /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm
  return [...new Set([...text.matchAll(exported)].map(([, name]) => name!))]
}

function namesImported(text: string): { from: string; name: string }[] {
  const lists = [
    ...text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm),
    ...text.matchAll(/\{([^{}]*)\} = await import\(\s*'(\.[^']+)'/g),
  ].flatMap(([, names, from]) => namesIn(names!).map((name) => ({ from: from!, name })))

  const wholeFiles = [...text.matchAll(/^import (?:type )?\* as (\w+) from '(\.[^']+)'/gm)].flatMap(
    ([, alias, from]) => {
      const taken = text.match(new RegExp(`(?<=\\b${alias}\\.)\\w+`, 'g')) ?? []
      const listed = text.match(new RegExp(`(?<=\\{)[^}]*(?=\\} = ${alias}$)`, 'gm')) ?? []
      return [...taken, ...listed.flatMap(namesIn)].map((name) => ({ from: from!, name }))
    },
  )

  const lazy = text.matchAll(/import\(\s*'(\.[^']+)',?\s*\)(?:\)?\s*\.(?:then\(\(\{ )?|, \(\{ )(\w+)/g)
  return [...lists, ...wholeFiles, ...[...lazy].map(([, from, name]) => ({ from: from!, name: name! }))]
}

/** The first of each part: `type Order as Placed, canTransition` → Order, canTransition. */
const namesIn = (list: string) =>
  list.split(',').flatMap((part) => /^\s*(?:type )?(\w+)/.exec(part)?.[1] ?? [])
