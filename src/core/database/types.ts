import { parse as parseArray } from 'postgres-array'

type Parse = (text: string) => unknown

const toInstant = (text: string) => new Date(text).toISOString()
const toBytes = (text: string) => Buffer.from(text.slice(2), 'hex')
const toBoolean = (text: string) => text === 't'
const toJson: Parse = (text) => JSON.parse(text)
const toText = (text: string) => text

/** Parsers by the type's OID and that of its array; values of other types stay text. */
const types: [type: number, array: number, parse: Parse][] = [
  [16, 1000, toBoolean],
  [17, 1001, toBytes],
  [20, 1016, Number], // int8
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [1700, 1231, Number], // numeric
  [1184, 1185, toInstant], // timestamptz
  [114, 199, toJson],
  [3802, 3807, toJson], // jsonb
  [19, 1003, toText], // name
  [25, 1009, toText],
  [1043, 1015, toText], // varchar
]

const parsers = new Map<number, Parse>(
  types.flatMap(([type, array, parse]) => [
    [type, parse],
    [array, (text) => parseArray(text, parse)],
  ]),
)

export const getTypeParser = (type: number): Parse => parsers.get(type) ?? toText

/**
 * A value in the protocol's text format. The server infers its type from the statement; JSON is text already (`sql.json`).
 * @throws TypeError for a value that no column can hold, before anything is sent
 */
export function serialize(value: unknown): string | Buffer | unknown[] | null {
  if (value === null) return null
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(serialize)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  throw new TypeError(`A query was given ${value === undefined ? 'undefined' : typeof value} as a value`)
}
