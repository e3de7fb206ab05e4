import { randomUUID } from 'node:crypto'

/** Stands in what the protocol's library writes where text that is ready goes. Nobody outside ever sees it. */
const MARK = randomUUID()

/** Results as the library sees them: small, so that they are soon checked and written. */
export const markedResult = { content: [], structuredContent: { [MARK]: true } }
export const markedTools = { tools: [MARK] as never[] }

const marks = [`"content":[],"structuredContent":{"${MARK}":true}`, `"tools":["${MARK}"]`]

/** JSON of a result's content and structured content; `body` is the REST body, which stands in both. */
export function readyResult(body: string, notes: string[]): Buffer {
  const content = [body, ...notes].map((text) => ({ type: 'text', text }))
  return Buffer.from(`"content":${JSON.stringify(content)},"structuredContent":${body}`)
}

export function readyTools(tools: object[]): Buffer {
  return Buffer.from(`"tools":${JSON.stringify(tools)}`)
}

/** The library's answer before and after its mark; null when it has none. */
export function split(answer: string): [before: string, after: string] | null {
  for (const mark of marks) {
    const at = answer.indexOf(mark)
    if (at >= 0) return [answer.slice(0, at), answer.slice(at + mark.length)]
  }
  return null
}

/** The library's answer with what is ready in its place. */
export function complete(answer: string, ready: Buffer | null): string | Buffer {
  const parts = ready && split(answer)
  return parts ? Buffer.concat([Buffer.from(parts[0]), ready, Buffer.from(parts[1])]) : answer
}
