import { seedDemo } from '../../features/demo/seed.ts'
import type { Command } from './command.ts'

export const demoCommands: Record<string, Command> = {
  'demo seed': {
    flags: '',
    does: 'Creates the demo stores unless they exist, and a new key for the first one',
    async run({ sql, config }) {
      const { store, key, panelUrl, storeUrl } = await seedDemo(sql, config)
      return { store, key, panelUrl, storeUrl }
    },
    unrecorded: true,
    createsDatabase: true,
  },
}
