import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

suite('the decisions in docs/adr', () => {
  const files = readdirSync(new URL('docs/adr/', root)).toSorted()

  test('are numbered without gaps, in the file name and in the title, and say whether they hold', () => {
    assert.deepEqual(
      files.map((file) => Number(file.slice(0, 4))),
      files.map((_file, i) => i + 1),
    )
    for (const file of files)
      assert.match(
        read(`docs/adr/${file}`),
        new RegExp(
          `^# ${Number(file.slice(0, 4))}\\. \\S.*\n\nStatus: (?:accepted|superseded by ADR \\d+)\n`,
        ),
      )
  })

  test('have the background, the decision and the consequences', () => {
    for (const file of files) {
      const headings = read(`docs/adr/${file}`).match(/(?<=^## ).+/gm)
      assert.deepEqual(headings, ['Background', 'Decision', 'Consequences'], file)
    }
  })
})

suite('the documents', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'sdk/*.md'], { cwd: root })

  test('link only to files that exist', () => {
    const links = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, to]) => ({ path, to: to! })),
    )
    assert.ok(links.length > 50)
    assert.deepEqual(
      links.filter(({ path, to }) => !existsSync(new URL(to, new URL(path, root)))),
      [],
    )
  })

  test('name only source files that exist', () => {
    const pattern = /(?<=`)(?:src|db|docs|test|bench|scripts|deploy)\/[\w./-]+(?=`)/g
    const named = documents.flatMap((path) => (read(path).match(pattern) ?? []).map((to) => ({ path, to })))
    assert.ok(named.length > 60)
    assert.deepEqual(
      named.filter(({ path, to }) => path !== 'CHANGELOG.md' && !existsSync(new URL(to, root))),
      [],
    )
  })
})

test('README.md has at most 700 words', () => {
  assert.ok(read('README.md').split(/\s+/).length <= 700)
})

suite('the version of a release', () => {
  test('is the same in all files', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string
      packages: { '': { version: string } }
    }
    const sdk = JSON.parse(read('sdk/package.json')) as { version: string }
    const found = (path: string, pattern: RegExp) =>
      new Set([...read(path).matchAll(pattern)].map(([, one]) => one))
    assert.deepEqual([lock.version, lock.packages[''].version, sdk.version], [version, version, version])
    assert.deepEqual(found('sdk/README.md', /vitrina-sdk-([\d.]+)\.tgz/g), new Set([version]))
    assert.deepEqual(found('deploy/kubernetes/vitrina.yaml', /vitrina:(\S+)$/gm), new Set([version]))
    assert.equal([...found('CHANGELOG.md', /^## ([\d.]+)$/gm)][0], version)
  })
})
