// Writes the tables of docs/retention.md and docs/fairness.md from the lists that the code is made from.
import { readFileSync, writeFileSync } from 'node:fs'
import { fairnessTables } from '../src/core/concurrency/fairness.ts'
import { retentionTable } from '../src/retention.ts'

write('retention', [retentionTable()])
write('fairness', fairnessTables())

/** Replaces each table by the one with that first column. */
function write(name: string, tables: string[]) {
  const file = new URL(`../docs/${name}.md`, import.meta.url)
  let text = readFileSync(file, 'utf8')
  for (const table of tables) {
    const [head] = /^\| \w+ /.exec(table)!
    text = text.replace(new RegExp(`^\\${head}.*\n(?:\\|.*\n)+`, 'm'), () => `${table}\n`)
  }
  writeFileSync(file, text)
}
