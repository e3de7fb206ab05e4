import type { operations, Operations, ValidationError } from '../sdk/types.ts'

/**
 * The type of a response body by method and path: the operation's success in `sdk/types.ts`, with the fields of errors. Paths that
 * are no operation's, or known at run time only, have the fields of errors alone.
 */
export type BodyAt<Method extends string, Path extends string> = Path extends string
  ? [SuccessAt<Method, Path>] extends [never]
    ? ErrorFields
    : SuccessAt<Method, Path> & ErrorFields
  : never

export type ErrorFields = {
  error: string
  code: string
  message: string
  details: ValidationError['details'] & { [name: string]: unknown }
  resource: string
  used: number
  limit: number
  feature: string
  upgradeUrl: string
}

type SuccessAt<Method extends string, Path extends string> = string extends Method
  ? never
  : {
      [Id in keyof Operations]: (typeof operations)[Id] extends { method: Method; path: infer Template }
        ? Matches<WithoutQuery<Path>, Template> extends true
          ? Operations[Id]['answer']
          : never
        : never
    }[keyof Operations]

type WithoutQuery<Path extends string> = Path extends `${infer Address}?${string}` ? Address : Path

/** Segment by segment: `/api/v1/products/${string}` matches `/api/v1/products/{id}`. */
type Matches<Path, Template> = Path extends `${infer Segment}/${infer Rest}`
  ? Template extends `${infer Known}/${infer Others}`
    ? IsSegment<Segment, Known> extends true
      ? Matches<Rest, Others>
      : false
    : false
  : Template extends `${string}/${string}`
    ? false
    : IsSegment<Path, Template>

/** The last segment may be followed by a query string that is only known at run time: `products${string}`. */
type IsSegment<Segment, Known> = Known extends `{${string}}`
  ? true
  : Segment extends Known
    ? true
    : Known extends string
      ? Segment extends `${Known}${infer Query}`
        ? string extends Query
          ? true
          : false
        : false
      : false
