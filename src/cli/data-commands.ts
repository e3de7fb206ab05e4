import type { Command } from './command.ts'

/** Commands about whole shops and the whole database, as files. */
export const dataCommands: Record<string, Command> = {
  'store export': {
    flags: '--store S FILE',
    does: 'Writes a store with all that is its own into a file; what was sent, or waits to be sent, stays behind',
    run: async (call) => (await import('./store-file.ts')).exportFile(call),
    unrecorded: true,
  },
  'store import': {
    flags: '[--slug S] FILE',
    does: 'Makes a store from such a file, and an account of its owner; --slug where its own is taken here',
    run: async (call) => (await import('./store-file.ts')).importFile(call),
    unrecorded: true,
  },
  'store purge': {
    flags: '--store S',
    does: 'Deletes a store with all that is its own, at once and for good; its slug is free then',
    run: async (call) => (await import('./store-file.ts')).purge(call),
    unrecorded: true,
  },
  'backup create': {
    flags: 'FILE',
    does: 'Copies the embedded database while it runs, and tries the copy out',
    run: async (call) => (await import('./backup.ts')).create(call),
    withoutDatabase: true,
  },
  'backup verify': {
    flags: 'FILE',
    does: 'Restores a backup into a temporary folder and reads all of it',
    run: async (call) => (await import('./backup.ts')).verify(call),
    withoutDatabase: true,
  },
  'backup restore': {
    flags: 'FILE',
    does: 'Restores a backup into DATA_DIR, which must not have a database',
    run: async (call) => (await import('./backup.ts')).restore(call),
    withoutDatabase: true,
  },
}
