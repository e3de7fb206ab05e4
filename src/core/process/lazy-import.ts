import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** A library, loaded at its first use: what a process never does takes no memory of it. */
export const library = (name: string): unknown => load(name)
