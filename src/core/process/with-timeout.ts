/** Rejects when `work` takes longer than `ms`; its later outcome is ignored. */
export function withTimeout<T>(work: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(tooLate()), ms).unref()
    void work.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
