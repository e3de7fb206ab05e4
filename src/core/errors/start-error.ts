/** Why the service can't start, in one English sentence for the operator. It is printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'

  /** Ends up on one line, whatever a quoted value holds. */
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence.replaceAll(/[\r\n]+/g, ' '), options)
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** For `.catch`: ignores the error with this code. */
export const ignore = (code: string) => (error: unknown) => {
  if (codeOf(error) !== code) throw error
}
