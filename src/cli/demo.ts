import { seedDemo } from '../demo/seed.ts'
import type { Call } from './command.ts'

export async function seed({ sql, config }: Call) {
  const { store, key, panelUrl, storeUrl } = await seedDemo(sql, config)
  return { store, key, panelUrl, storeUrl }
}
