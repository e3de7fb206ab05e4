import { readFileSync } from 'node:fs'

const readSample = (file: string) => readFileSync(new URL(`samples/${file}`, import.meta.url), 'utf8').trim()

/** Sample code that verifies a signature, from files that the tests run. */
export const verifySamples = {
  node: readSample('verify.mjs'),
  python: readSample('verify.py'),
  php: readSample('verify.php'),
}
