/** `ask`, whose answer serves everyone who asks within `ms`. */
export function atMostEvery<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked = -Infinity
  let answer: Promise<T>
  return () => {
    if (performance.now() - asked < ms) return answer
    asked = performance.now()
    return (answer = ask())
  }
}
