import { readFile, writeFile } from 'node:fs/promises'
import { buildApp } from '../src/doors/app.ts'
import { readConfig } from '../src/core/config/config.ts'
import { createLog } from '../src/core/process/log.ts'
import { connect } from '../src/core/database/db.ts'
import { openapiOf } from '../src/doors/docs/openapi.ts'

const file = new URL('../openapi.json', import.meta.url)

/** The OpenAPI document of the routes in the code. It needs no database. */
async function describe(): Promise<string> {
  const config = readConfig({ LOG_LEVEL: 'silent', DATABASE_URL: 'postgres://localhost/none' })
  const sql = connect(config.databaseUrl!, { max: 1 })
  const app = await buildApp(config, sql, createLog('silent'))
  await app.ready()
  const document = JSON.stringify(openapiOf(app), null, 2)
  await app.close()
  await sql.end()
  return `${document}\n`
}

const document = await describe()
if (!process.argv.includes('--check')) await writeFile(file, document)
else if ((await readFile(file, 'utf8').catch(() => '')) !== document) {
  console.error(
    'openapi.json is not what the code describes: run `npm run openapi` and look at the difference',
  )
  process.exitCode = 1
}
