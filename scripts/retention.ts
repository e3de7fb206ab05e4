// Writes the table of docs/retention.md, from the list that the worker's jobs are made from.
import { readFileSync, writeFileSync } from 'node:fs'
import { retentionTable } from '../src/retention.ts'

const file = new URL('../docs/retention.md', import.meta.url)
const text = readFileSync(file, 'utf8')
writeFileSync(
  file,
  text.replace(/^\| Tables .*\n(?:\|.*\n)+/m, () => `${retentionTable()}\n`),
)
