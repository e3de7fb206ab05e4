import type { Rows, Statement } from './connection.ts'
import { serialize } from './types.ts'

type Value = string | number | bigint | boolean | null | Date | Uint8Array | readonly Value[]
type Result = readonly unknown[]
type Counted = { count: number }

export type Tag = {
  /** A query, which runs when it is awaited, or a part of another one. Values become parameters. */
  <T extends Result = Rows>(text: TemplateStringsArray, ...values: (Value | Query)[]): Query<T>
  (name: string): Query<never>
  /** Runs a text without preparing it; it may hold several statements. Never for text that users write. */
  unsafe<T extends Result = Rows>(text: string, values?: Value[]): Query<T>
  json(value: unknown): string
}

type Run = (statement: Statement) => Promise<Rows>

export type Fragment = Query

/** A class, so that only fragments made by the tag become statement text. */
class Query<R extends Result = Result, T = R & Counted> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Query'
  #run: Run
  #texts: readonly string[]
  #values: readonly (Value | Query)[]
  #isPrepared: boolean
  #running: Promise<T> | undefined

  constructor(run: Run, texts: readonly string[], values: readonly (Value | Query)[], isPrepared = true) {
    this.#run = run
    this.#texts = texts
    this.#values = values
    this.#isPrepared = isPrepared
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a promise that runs its query when it is first awaited
  then<A = T, B = never>(
    resolve?: ((rows: T) => A | PromiseLike<A>) | null,
    reject?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(resolve, reject)
  }

  catch<B = never>(reject?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.execute().catch(reject)
  }

  finally(work?: (() => void) | null): Promise<T> {
    return this.execute().finally(work)
  }

  /** Runs it now, once, however often it is awaited. */
  execute(): Promise<T> {
    return (this.#running ??= this.#start())
  }

  async #start(): Promise<T> {
    const values: unknown[] = []
    const text = this.#isPrepared ? this.#render(values) : this.#texts[0]!
    if (!this.#isPrepared) values.push(...this.#values.map(serialize))
    return (await this.#run({ text, values, name: this.#isPrepared ? nameOf(text) : undefined })) as never
  }

  #render(values: unknown[]): string {
    let text = this.#texts[0]!
    for (let i = 0; i < this.#values.length; i++) {
      const value = this.#values[i]
      if (value instanceof Query) text += value.#render(values)
      else text += `$${values.push(serialize(value))}`
      text += this.#texts[i + 1]!
    }
    return text
  }
}

export function tag(run: Run): Tag {
  function sql(text: TemplateStringsArray | string, ...values: (Value | Query)[]) {
    if (typeof text === 'string') return new Query(run, [`"${text.replaceAll('"', '""')}"`], [])
    return new Query(run, text, values)
  }
  const unsafe = (text: string, values: Value[] = []) => new Query(run, [text], values, false)
  const json = (value: unknown) => JSON.stringify(value)
  return Object.assign(sql, { unsafe, json }) as Tag
}

const names = new Map<string, string>()
/** Statement texts come from the code and are few; beyond this bound they run unprepared. */
const MAX_NAMES = 2_000
let nameCount = 0

function nameOf(text: string): string | undefined {
  return names.get(text) ?? (names.size < MAX_NAMES ? newStatementName(text) : undefined)
}

export function newStatementName(text: string): string {
  const name = `s${++nameCount}`
  names.set(text, name)
  return name
}
