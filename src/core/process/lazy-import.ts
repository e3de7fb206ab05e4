import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Requires a package at its first use, so that a process which never needs it does not load it. */
export const lazyImport = (name: string): unknown => load(name)
