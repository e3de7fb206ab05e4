/** The outcome of `work`, or an error when it takes longer than `ms`: what becomes of it then does not matter any more. */
export function withTimeout<T>(work: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(tooLate()), ms).unref()
    void work.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
