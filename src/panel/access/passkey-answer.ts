/** What a browser's script put into a field; what is no JSON is nothing. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
