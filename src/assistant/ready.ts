import { randomUUID } from 'node:crypto'

/** Stands in what the protocol's library writes where text that is ready goes. Nobody outside ever sees it. */
const MARK = randomUUID()

/** The result of a call as the library sees it: small, so that it is soon checked and written. */
export const markedResult = { content: [], structuredContent: { [MARK]: true } }
const resultMark = `"content":[],"structuredContent":{"${MARK}":true}`

export const markedTools = [MARK] as never[]
const toolsMark = `"tools":["${MARK}"]`

/** JSON of a result's content and structured content; `body` is the REST body, which stands in both. */
export function readyResult(body: string, notes: string[]): Buffer {
  const content = [body, ...notes].map((text) => ({ type: 'text', text }))
  return Buffer.from(`"content":${JSON.stringify(content)},"structuredContent":${body}`)
}

export function readyTools(tools: object[]): Buffer {
  return Buffer.from(`"tools":${JSON.stringify(tools)}`)
}

/** The library's answer with what is ready in its place. */
export function complete(answer: string, ready: Buffer | null): string | Buffer {
  if (!ready) return answer
  for (const mark of [resultMark, toolsMark]) {
    const at = answer.indexOf(mark)
    if (at >= 0) {
      return Buffer.concat([
        Buffer.from(answer.slice(0, at)),
        ready,
        Buffer.from(answer.slice(at + mark.length)),
      ])
    }
  }
  return answer
}
