/** Shares one call of `load` while it runs, and its result for `ms` more: each query that hangs holds a connection. */
export function throttle<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | null = null
  return () => (shared ??= load().finally(() => setTimeout(() => (shared = null), ms).unref()))
}
