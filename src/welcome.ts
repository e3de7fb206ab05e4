import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { connect } from './core/db.ts'
import { isUnused, seedDemo, type Demo } from './demo/seed.ts'

/** The demo store, made on a database that nobody uses yet; null where there is none. */
export async function openDemo(
  { demo, dataDir, publicUrl }: Config,
  databaseUrl: string,
): Promise<Demo | null> {
  if (!demo) return null
  const path = join(dataDir, 'demo.json')
  const kept = await readKept(path)
  if (kept?.storeUrl.startsWith(`${publicUrl}/`)) return kept

  const sql = connect(databaseUrl, { max: 1 })
  try {
    if (!kept && !(await isUnused(sql))) return null
    const made = await seedDemo(sql, { publicUrl })
    await mkdir(dataDir, { recursive: true })
    await writeFile(path, JSON.stringify(made), { mode: 0o600 }) // the key is shown at each start, not only at the first
    return made
  } finally {
    await sql.end()
  }
}

/** What a newcomer wants to know, on the terminal. */
export function welcome({ publicUrl }: Config, demo: Demo | null): string {
  const lines = [`Vitrina is at ${publicUrl}, its documentation at ${publicUrl}/docs`]
  if (demo) {
    lines.push(
      '',
      `  The shop   ${demo.storeUrl}`,
      `  API key    ${demo.key}`,
      `  Try it     curl -H 'Authorization: Bearer ${demo.key}' '${publicUrl}/api/v1/orders?limit=1'`,
    )
  }
  return `\n${lines.join('\n')}\n`
}

async function readKept(path: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Demo
  } catch {
    return null
  }
}
