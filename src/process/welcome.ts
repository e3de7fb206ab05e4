import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashToken } from '../features/api-keys/token.ts'
import type { Config } from '../core/config/config.ts'
import { connect, type Sql } from '../core/database/db.ts'
import type { OwnerSignIn, Demo } from '../features/demo/seed.ts'

type OpenDemo = Demo & OwnerSignIn

/** The demo stores, made on a database that nobody uses yet; null where there are none. */
export async function openDemo(
  { demo, dataDir, publicUrl }: Config,
  databaseUrl: string,
  step: (text: string) => void = () => {},
): Promise<OpenDemo | null> {
  if (!demo) return null
  const path = join(dataDir, 'demo.json')
  const sql = connect(databaseUrl, { max: 1 })
  try {
    const saved = await readSavedDemo(path)
    // The file may be of another database, or its key revoked since.
    const stillOpens = saved !== null && (await opensStore(sql, saved.key))
    if (stillOpens && saved.storeUrl.startsWith(`${publicUrl}/`)) return saved
    const { hasDemo, isUnused, moveDemo, resetOwner, seedDemo } = await import('../features/demo/seed.ts')
    const moved = stillOpens && (await moveDemo(sql, { publicUrl }))
    if (moved) return await saveDemo(path, { ...saved, ...moved })
    if (!(await isUnused(sql)) && !(saved && (await hasDemo(sql)))) return null

    step('Making the demo shops')
    return await saveDemo(path, {
      ...(await seedDemo(sql, { publicUrl })),
      ...(await resetOwner(sql)),
    })
  } finally {
    await sql.end()
  }
}

/** Key and password are shown at each start, not only at the first. */
async function saveDemo(path: string, demo: OpenDemo): Promise<OpenDemo> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(demo), { mode: 0o600 })
  return demo
}

export function welcome({ publicUrl, panelUrl }: Config, demo: OpenDemo | null): string {
  const lines = [`Vitrina is at ${publicUrl}, its documentation at ${publicUrl}/docs`]
  if (demo) {
    lines.push(
      '',
      `  The shop   ${demo.storeUrl}`,
      ...demo.otherUrls.map((url) => `  and        ${url}`),
      `  The panel  ${panelUrl}/panel`,
      `  E-mail     ${demo.email}`,
      `  Password   ${demo.password}`,
      `  API key    ${demo.key}`,
      `  Try it     curl -H 'Authorization: Bearer ${demo.key}' '${publicUrl}/api/v1/orders?limit=1'`,
    )
  }
  return `\n${lines.join('\n')}\n`
}

async function readSavedDemo(path: string): Promise<OpenDemo | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as OpenDemo
  } catch {
    return null
  }
}

async function opensStore(sql: Sql, key: string): Promise<boolean> {
  const [found] = await sql`
    select 1
    from api_keys
    join stores on stores.id = api_keys.store_id
    where api_keys.token_hash = ${hashToken(key)}
    and api_keys.revoked_at is null
    and (api_keys.expires_at is null or api_keys.expires_at > now())
    and stores.deleted_at is null`
  return found !== undefined
}
