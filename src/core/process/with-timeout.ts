/** Rejects when `work` takes longer than `ms`; its later outcome is ignored. */
export function withTimeout<T>(work: Promise<T>, ms: number, timeoutError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError()), ms).unref()
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
