/** Calls `ask` at most once every `ms`; callers in between share its result. */
export function throttle<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked = -Infinity
  let answer: Promise<T>
  return () => {
    if (performance.now() - asked < ms) return answer
    asked = performance.now()
    return (answer = ask())
  }
}
