import { registerHooks } from 'node:module'

/**
 * Resolves the imports of our own files, which name them whole, by their URLs alone, from now on. Node looks each of the 4,000
 * up on the disk, for a link or a package on its path, and finds the same files: a sixth of the start's processor time.
 */
export function resolveImportsByUrl(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('.') && specifier.endsWith('.ts')
        ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
}
