import { readFile } from 'node:fs/promises'

const file = new URL('../../vendor/scalar/standalone.js.gz', import.meta.url)
let script: Promise<Buffer> | undefined

/** The reference's own script, gzipped (docs/adr/0020). It is large: read when first asked for, and cached. */
export function scalarScript(): Promise<Buffer> {
  script ??= readFile(file)
  return script
}
