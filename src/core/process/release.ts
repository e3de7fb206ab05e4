import { createRequire } from 'node:module'

/** The version of the service, as package.json has it. */
export const { version: RELEASE } = createRequire(import.meta.url)('../../../package.json') as {
  version: string
}
