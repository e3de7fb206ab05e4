import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { suite, test } from 'node:test'
import { fairnessTables } from '../src/core/concurrency/fairness.ts'
import { purgeJobs, retention, retentionTable } from '../src/retention.ts'
import { owners } from './table-owners.ts'
import { unusedExports } from './unused-exports.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: root }).toSorted()

const sources = files('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
const written = [...sources, ...files('{sdk,scripts}/*.ts')].filter((path) => path !== 'sdk/types.ts')

/** The floors, from the lowest to the highest: each imports those below it. */
const floors = ['core', 'features', 'doors', 'process']

/** The list of how long rows are kept is read where processes are started. */
const floorOf = (path: string) => (path === 'src/retention.ts' ? 3 : floors.indexOf(path.split('/')[1]!))

/** A room of the core, a feature or a door; files beside the doors that put them together are in none. */
const roomOf = (path: string) => /^src\/((?:core|features|doors)\/[^/]+)\//.exec(path)?.[1] ?? null

/** Where a table belongs: the name of a feature or of a door, or `core`. */
const ownerOf = (path: string) =>
  path.startsWith('src/core/') ? 'core' : (roomOf(path)?.split('/')[1] ?? 'process')

/** The rooms of `core`, from the lowest to the highest. */
const rooms = [
  'texts',
  'errors',
  'process',
  'concurrency',
  'metrics',
  'values',
  'database',
  'config',
  'jobs',
  'outbox',
  'outgoing',
  'limits',
  'auth',
  'http',
  'mcp',
  'pages',
  'operations',
  'resources',
]

type Import = { from: string; to: string; names: string[] }

/** What the files import of each other; types are left out, they are gone when the code runs. */
const imports: Import[] = sources.flatMap((from) =>
  [...read(from).matchAll(/^import (?!type)(?:\{([^}]*)\} from )?'(\.[^']+)'/gm)].map(([, names, to]) => {
    return {
      from,
      to: relative(root, join(root, dirname(from), to!)),
      names: (names ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type ')),
    }
  }),
)

/** The imports of types, too, and those at run time. */
const everyImport = sources.flatMap((from) =>
  [...read(from).matchAll(/^(?:import|export) [^']*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)].map(
    ([, declared, loaded]) => ({
      from,
      to: relative(root, join(root, dirname(from), (declared ?? loaded)!)),
    }),
  ),
)

suite('the layout', () => {
  test('is parsed from the code: files, imports and tables are found', () => {
    assert.ok(
      sources.length > 400 && imports.length > 1000,
      `${sources.length} files, ${imports.length} imports`,
    )
    for (const room of rooms)
      assert.ok(
        sources.some((path) => path.startsWith(`src/core/${room}/`)),
        room,
      )
  })

  test('is three floors and the processes', () => {
    const entries = new Set(sources.map((path) => path.split('/')[1]!))
    assert.deepEqual([...entries].toSorted(), [...floors, 'retention.ts'].toSorted())
  })

  test('no floor imports one above it, types counted', () => {
    none(everyImport.filter(({ from, to }) => floorOf(to) < 0 || floorOf(to) > floorOf(from)).map(arrow))
  })

  test('a room of core imports the rooms below it, and no other', () => {
    const level = (path: string) => rooms.indexOf(path.split('/')[2]!)
    const inCore = everyImport.filter(({ from, to }) => [from, to].every((path) => floorOf(path) === 0))
    none(inCore.filter(({ from, to }) => level(to) < 0 || level(to) > level(from)).map(arrow))
  })

  test('no door imports another', () => {
    const doors = everyImport.filter(({ from, to }) =>
      [from, to].every((path) => roomOf(path)?.startsWith('doors/')),
    )
    none(doors.filter(({ from, to }) => roomOf(from) !== roomOf(to)).map(arrow))
  })

  test('no rooms import each other in a ring, of whatever length, types counted', () => {
    none(ringsOf(betweenRooms(everyImport, roomOf)))
  })

  test('no wings of the panel import each other in a ring', () => {
    const wingOf = (path: string) => /^src\/doors\/panel\/([^/]+)\//.exec(path)?.[1] ?? null
    none(ringsOf(betweenRooms(everyImport, wingOf)))
  })

  test('no files import each other in a ring, types counted', () => {
    none(ringsOf(everyImport.map(({ from, to }) => [from, to] as const)))
  })

  test('a ring is found, of folders and of files', () => {
    const ring = [['a', 'b'], ['b', 'c'], ['c', 'a'], ['c', 'd']] as const // prettier-ignore
    assert.deepEqual(ringsOf(ring), ['a → b → c'])
    assert.deepEqual(ringsOf(ring.slice(1)), [])
  })

  test('routes are registered beside the doors, and no feature calls the operations of another', () => {
    const foreign = imports.filter(({ from, to }) => floorOf(from) < 2 && roomOf(from) !== roomOf(to))
    const routes = foreign.filter(({ names }) => names.some((name) => name.endsWith('Route')))
    const verbs = foreign.filter(({ to, names }) => isWrite(to) && names.some((name) => /^[a-z]/.test(name)))
    none([...routes, ...verbs].filter(({ from }) => !composing.has(roomOf(from)!)).map(arrow))
  })

  test('no default export, no index.ts', () => {
    none(written.filter((path) => /^export default\b/m.test(read(path))))
    none(written.filter((path) => path.endsWith('/index.ts')))
  })

  test('the environment, the driver and outgoing HTTP are used in one file each', () => {
    const only = (pattern: RegExp, path: string) =>
      none(sources.filter((source) => source !== path && pattern.test(withoutText(read(source)))))
    only(/\bprocess\.env\b/, 'src/core/config/config.ts')
    only(/^import .* from 'pg'/m, 'src/core/database/connection.ts')
    only(
      /(?<!\.)\bfetch\(|import\('undici'\)|^import (?!type).* from '(?:undici|node:https)'/m,
      'src/core/outgoing/outgoing.ts',
    )
  })

  test('addresses of shops are put together in one file', () => {
    const putTogether =
      /publicUrl\}\/\$\{|publicUrl\s*\+\s*(?:catalog|product|cart|order|add)Href|(?<!\/[tp]|guia|guides)\/\$\{(?:\w+\.)*slug\}/i
    const found = sources.filter((path) => putTogether.test(read(path)))
    assert.deepEqual(found, ['src/features/stores/address.ts'])
  })

  test('images are decoded only in a separate process', () => {
    none(
      sources.filter(
        (path) =>
          /^import (?!type).* from 'sharp'/m.test(read(path)) && !/\/convert(-process)?\.ts$/.test(path),
      ),
    )
    none(
      imports
        .filter(
          ({ from, to }) => /\/convert(-process)?\.ts$/.test(to) && !from.endsWith('/convert-process.ts'),
        )
        .map(arrow),
    )
  })

  test('a table is written only by the folder that owns it', () => {
    const writes = sources
      .filter((path) => ownerOf(path) !== 'demo')
      .flatMap((path) =>
        [...read(path).matchAll(writesTable)]
          .map(([, table, declared]) => (table ?? declared)!)
          .filter((table) => table in owners && owners[table] !== ownerOf(path))
          .map((table) => `${path} writes ${table}, which belongs to ${owners[table]}`),
      )
    assert.deepEqual([...new Set(writes)].toSorted(), [...knownWriters].toSorted())
  })

  test('every table has an owner, and every owner a table', () => {
    const tables = files('db/migrations/*.sql').flatMap((path) =>
      [...read(path).matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table]) => table!),
    )
    assert.deepEqual([...tables, 'schema_migrations'].toSorted(), Object.keys(owners).toSorted())
  })
})

suite('retention', () => {
  test('has a limit for every table', () => {
    const tables = retention.flatMap(({ tables }) => tables.split(', '))
    assert.deepEqual(tables.toSorted(), Object.keys(owners).toSorted())
  })

  test('is in docs/retention.md as it is in the code', () => {
    assert.ok(read('docs/retention.md').includes(`\n\n${retentionTable()}\n\n`))
  })

  test('has the bounds of fairness in docs/fairness.md as they are in the code', () => {
    assert.ok(read('docs/fairness.md').endsWith(`\n\n${fairnessTables().join('\n\n')}\n`))
    const elsewhere = files('src/**/*.ts').filter(
      (file) =>
        !/fairness\.ts$|\.test\.ts$/.test(file) && /(?:runningP|p)erOwner: \d|slow: \d/.test(read(file)),
    )
    assert.deepEqual(elsewhere, [])
  })

  test('has a name of its own for each job', () => {
    const names = purgeJobs.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
  })
})

suite('unused code', () => {
  const texts = new Map(files('{src,test,bench,scripts,sdk}/**/*.{ts,js}').map((path) => [path, read(path)]))

  test('every export is imported by another file; those imported only by tests are also used in their file', () => {
    none(unusedExports(texts).map(({ path, name }) => `${path} exports ${name}`))
  })

  test('every file of src is imported or started', () => {
    const all = [...texts.values()].join('\n')
    const isEntry = (path: string) => /^src\/process\/(main|worker|cli)\.ts$|\/assets\/\w+\.js$/.test(path)
    const code = [...texts.keys()].filter((path) => path.startsWith('src/') && !path.endsWith('.test.ts'))
    none(code.filter((path) => !isEntry(path) && !new RegExp(`['/]${basename(path)}'`).test(all)))
  })
})

suite('the migrations', () => {
  test('are numbered from 1 without gaps', () => {
    const numbers = files('db/migrations/*.sql').map((path) =>
      Number(path.slice('db/migrations/'.length).slice(0, 4)),
    )
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    )
  })
})

suite('the size', () => {
  test('of a file is at most 250 lines', () => {
    none(written.filter((path) => lines(read(path)).length > 250))
  })

  test('of a test file is at most 400 lines', () => {
    const tests = files('{src,test,sdk}/**/*.test.ts').filter((path) => !path.includes('node_modules'))
    none(tests.filter((path) => lines(read(path)).length > 400))
  })

  test('of a function is at most 40 lines', () => {
    none(written.flatMap((path) => longFunctions(path)))
  })

  test('of a line is at most 140 characters', () => {
    const readable = files('{src,sdk,scripts}/**/*.{ts,css}').filter((path) => path !== 'sdk/types.ts')
    none(
      readable.flatMap((path) =>
        lines(read(path)).flatMap((line, n) => (line.length > 140 ? [`${path}:${n + 1}`] : [])),
      ),
    )
  })

  // Not less: what is only read together stands in one file.
  test('of half of the files is at most 80 lines', () => {
    const sizes = sources.map((path) => lines(read(path)).length).toSorted((a, b) => a - b)
    const median = sizes[Math.floor(sizes.length / 2)]!
    assert.ok(median <= 80, `the median is ${median}`)
  })
})

/** Features that perform the operations of others: what fills an empty database, and what takes changes back. */
const composing = new Set(['features/demo', 'features/changes'])

/** What belongs to one change, and would be split by the rule. */
const knownWriters = new Set([
  'src/features/billing/change.ts writes stores, which belongs to stores',
  'src/features/customers/erase.ts writes customer_names, which belongs to orders',
  'src/features/customers/erase.ts writes customers, which belongs to orders',
  'src/features/customers/erase.ts writes delivery_payloads, which belongs to core',
  'src/features/customers/erase.ts writes idempotency_keys, which belongs to core',
  'src/features/customers/erase.ts writes orders, which belongs to orders',
  'src/features/customers/erase.ts writes reviews, which belongs to reviews',
  'src/features/stores/create.ts writes members, which belongs to team',
  'src/features/whole-stores/purge.ts writes stores, which belongs to stores',
])

/** Lists, which would not read better in parts. */
const knownLists = new Set(['src/doors/app.ts keyedRoutes', 'src/features/themes/theme.ts themeSchema'])

/** A statement, or the declaration of a plain resource, whose statements are made of it. */
const writesTable =
  /\b(?:insert into|delete from|(?<!for |do |no key )update) ([a-z_]+)\b|^  table: '([a-z_]+)',$/gm

const isWrite = (path: string) => /\/(create|update|delete|restore|deliver|notify)\.ts$/.test(path)
/** The imports between two different rooms. */
function betweenRooms(edges: { from: string; to: string }[], room: (path: string) => string | null) {
  return edges.flatMap(({ from, to }) => {
    const [a, b] = [room(from), room(to)]
    return a && b && a !== b ? [[a, b] as const] : []
  })
}

const arrow = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`
const lines = (text: string) => text.trimEnd().split('\n')
const none = (wrong: string[]) => assert.deepEqual(wrong, [])

/** Code without its template literals, which may show code to a reader. */
const withoutText = (source: string) => source.replaceAll(/`(?:[^`\\]|\\.)*`/g, '``')

/**
 * Functions beyond 40 lines, without the statements of SQL and the functions inside them. The formatter puts the end of
 * each at the indentation of its beginning.
 */
function longFunctions(path: string): string[] {
  const code = read(path).replaceAll(/^( *).*\bsql[^`\n]*`[^`]*`/gm, '$1sql``')
  const all = lines(code)
  const found = all.flatMap((line, start) => {
    const [, indent, name] = /^(\s*)(?:export )?(?:async )?function\*? (\w+)/.exec(line) ?? []
    if (indent === undefined) return []
    const length = all.slice(start).findIndex((other) => other === `${indent}}`) + 1
    return [{ name: name!, start, end: start + length, length }]
  })
  return found
    .map(({ name, start, end, length }) => {
      const inner = found.filter((other) => other.start > start && other.end < end)
      return { name, own: length - inner.reduce((sum, other) => sum + other.length, 0) }
    })
    .filter(({ name, own }) => own > 40 && !knownLists.has(`${path} ${name}`))
    .map(({ name, own }) => `${path}: ${name} has ${own} lines`)
}

/** The groups of two or more nodes that reach each other, each as one line. */
function ringsOf(edges: readonly (readonly [string, string])[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const reached = new Map([...next.keys()].map((node) => [node, reachableFrom(next, node)]))
  const rings = new Set<string>()
  for (const [node, others] of reached) {
    const ring = [...others].filter((other) => reached.get(other)?.has(node))
    if (others.has(node)) rings.add(ring.toSorted().join(' → '))
  }
  return [...rings]
}

function reachableFrom(next: Map<string, Set<string>>, start: string): Set<string> {
  const found = new Set<string>()
  const queue = [start]
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const other of next.get(node) ?? []) {
      if (found.has(other)) continue
      found.add(other)
      queue.push(other)
    }
  }
  return found
}
