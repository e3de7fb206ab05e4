import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { counters, gauges, histograms } from '../src/core/metrics/definitions.ts'

const folder = new URL('../deploy/prometheus/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const known = new Map(
  [counters, gauges, histograms]
    .flatMap((definitions): { name: string; labelNames: readonly string[] }[] => Object.values(definitions))
    .map(({ name, labelNames }) => [name, labelNames]),
)
const namesIn = (text: string) => new Set(text.match(/\b(?:vitrina|http_server|db_client)_\w+/g))
const baseOf = (name: string) => (known.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''))

const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

suite('deploy/prometheus', () => {
  for (const file of ['vitrina.rules.yml', 'grafana-dashboard.json', 'vitrina.rules.test.yml']) {
    test(`${file} queries existing metrics`, () => {
      const names = [...namesIn(read(file))]
      assert.ok(names.length > 3)
      assert.deepEqual(
        names.filter((name) => !known.has(baseOf(name))),
        [],
      )
    })
  }

  test('alerts tell of readiness, and of the oldest delivery and message that wait', () => {
    const rules = namesIn(read('vitrina.rules.yml'))
    for (const { name } of [gauges.ready, gauges.oldestDue, gauges.inboundLag])
      assert.ok(rules.has(name), name)
  })

  test('the dashboard groups by existing labels, and shows every kind of metric', () => {
    for (const expr of queries) {
      const labels = new Set([...namesIn(expr)].flatMap((name) => known.get(baseOf(name))!))
      const grouped = [...expr.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list]) => list!.split(', '))
      assert.deepEqual(
        grouped.filter((label) => label !== 'le' && !labels.has(label)),
        [],
        expr,
      )
    }
    const shown = new Set([...namesIn(read('grafana-dashboard.json'))].map(baseOf))
    for (const { name } of [...Object.values(counters), ...Object.values(histograms)])
      if (!['vitrina_sign_in_proofs_total', 'db_client_connection_wait_time_seconds'].includes(name))
        assert.ok(shown.has(name), name)
  })

  test(
    'the dashboard asks what Prometheus understands',
    { skip: !hasPromtool && 'promtool is not installed' },
    async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'vitrina-dashboard-'))
      t.after(() => rm(folder, { recursive: true }))
      const check = async (expressions: string[]) => {
        const rules = expressions.map((expr, n) => ({
          record: `panel:${n}`,
          expr: expr.replaceAll('$__rate_interval', '1m'),
        }))
        await writeFile(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
        return spawnSync('promtool', ['check', 'rules', join(folder, 'rules.yml')], { encoding: 'utf8' })
      }
      const { status, stderr } = await check(queries)
      assert.equal(status, 0, stderr)
      assert.notEqual((await check([`${queries[0]})`])).status, 0)
    },
  )

  test('the alert rules fire as expected', { skip: !hasPromtool && 'promtool is not installed' }, () => {
    for (const args of [
      ['check', 'rules', 'vitrina.rules.yml'],
      ['check', 'config', 'prometheus.yml'],
      ['test', 'rules', 'vitrina.rules.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
      assert.equal(status, 0, stdout + stderr)
    }
  })
})
