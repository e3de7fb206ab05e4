import { getTypeParser } from './types.ts'

/** The rows of a statement weigh more than it may read; `fitting` is how many at their head do not. */
class RowsTooLarge extends Error {
  override name = 'RowsTooLarge'
  readonly fitting: number

  constructor(fitting: number) {
    super('the rows of a statement weigh too much')
    this.fitting = fitting
  }
}

/** For one statement: its parsers fail it at the row before which its rows weigh so much. The driver drops what still arrives. */
export function boundedTypes(maxBytes: number) {
  let bytes = 0
  let rows = 0
  return {
    getTypeParser(type: number) {
      const parse = getTypeParser(type)
      let row = 0
      return (text: string) => {
        if (++row > rows) {
          if (bytes >= maxBytes) throw new RowsTooLarge(rows)
          rows = row
        }
        bytes += Buffer.byteLength(text)
        return parse(text)
      }
    },
  }
}

export async function fitting<T>(limit: number, read: (limit: number) => Promise<T>): Promise<T> {
  try {
    return await read(limit)
  } catch (error) {
    if (!(error instanceof RowsTooLarge) || error.fitting >= limit) throw error
    return fitting(error.fitting, read)
  }
}
