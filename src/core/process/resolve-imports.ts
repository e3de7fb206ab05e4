import { registerHooks } from 'node:module'

/**
 * Resolves relative imports of `.ts` files by URL alone from now on. Node would also look up each of the 4,000 on disk, for
 * symbolic links and package.json files, which takes a sixth of the start's CPU time.
 */
export function resolveImportsByUrl(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('.') && specifier.endsWith('.ts')
        ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
}
