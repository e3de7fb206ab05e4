import { migrate, pendingMigrations } from '../../core/database/migrate.ts'
import type { Call, Command } from './command.ts'
import { DB_FOLDER, openDatabase } from './database.ts'

export const migrateCommands: Record<string, Command> = {
  migrate: {
    flags: '',
    does: 'Applies pending migrations to the database',
    run: applyMigrations,
    withoutDatabase: true,
  },
}

async function applyMigrations({ config }: Omit<Call, 'sql'>) {
  const { sql, close } = await openDatabase(config, { create: true })
  try {
    const applied = await migrate(sql, DB_FOLDER, (reason) => void process.stderr.write(`${reason}\n`))
    return { applied, versions: (await pendingMigrations(sql, DB_FOLDER)).applied }
  } finally {
    await close()
  }
}
