import type { Command } from './command.ts'

/** Commands about whole shops and the whole database, as files. */
export const dataCommands: Record<string, Command> = {
  'store export': {
    flags: '--store S [--with receipts] FILE',
    does: 'Exports a store with all its data to a file, without sent and pending deliveries; receipts of payments on request',
    run: async (call) => (await import('./store-file.ts')).exportFile(call),
    unrecorded: true,
  },
  'store import': {
    flags: '[--slug S] FILE',
    does: 'Imports a store from an exported file, with an account for its owner; --slug if its slug is taken',
    run: async (call) => (await import('./store-file.ts')).importFile(call),
    unrecorded: true,
  },
  'store purge': {
    flags: '--store S',
    does: 'Deletes a store and all its data, immediately and permanently; its slug becomes available',
    run: async (call) => (await import('./store-file.ts')).purge(call),
    unrecorded: true,
  },
  'backup create': {
    flags: 'FILE',
    does: 'Backs up the embedded database while it runs, and verifies the backup',
    run: async (call) => (await import('./backup.ts')).create(call),
    withoutDatabase: true,
  },
  'backup verify': {
    flags: 'FILE',
    does: 'Restores a backup to a temporary folder and reads all of its data',
    run: async (call) => (await import('./backup.ts')).verify(call),
    withoutDatabase: true,
  },
  'backup restore': {
    flags: 'FILE',
    does: 'Restores a backup to DATA_DIR, which must not contain a database',
    run: async (call) => (await import('./backup.ts')).restore(call),
    withoutDatabase: true,
  },
}
