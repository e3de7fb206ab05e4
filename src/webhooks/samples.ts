import { readFileSync } from 'node:fs'

const sample = (file: string) => readFileSync(new URL(`samples/${file}`, import.meta.url), 'utf8').trim()

/** Code to copy that checks a signature: files of their own, so that tests run what people read. */
export const verifySamples = {
  node: sample('verify.mjs'),
  python: sample('verify.py'),
  php: sample('verify.php'),
}
