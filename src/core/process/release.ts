import { createRequire } from 'node:module'

export const { version: RELEASE } = createRequire(import.meta.url)('../../../package.json') as {
  version: string
}
