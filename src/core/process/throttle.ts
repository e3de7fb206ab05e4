/** Calls `load` at most once every `ms`; callers in between share its result. */
export function throttle<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let loadedAt = -Infinity
  let result: Promise<T>
  return () => {
    if (performance.now() - loadedAt < ms) return result
    loadedAt = performance.now()
    return (result = load())
  }
}
