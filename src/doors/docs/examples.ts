import { readFileSync } from 'node:fs'

type Examples = Record<string, object | string>

const file = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Record<
  'resources' | 'requests' | 'responses' | 'errors' | 'events',
  Examples
>

/** With the resources in their places: `{ "$use": "coffee", "price": 89 }` is the coffee at another price. */
function complete<T>(part: T): T {
  if (Array.isArray(part)) return part.map(complete) as T
  if (typeof part !== 'object' || part === null) return part
  const { $use, ...own } = part as { $use?: string }
  const base = $use === undefined ? {} : complete(file.resources[$use] as object)
  const fields = Object.entries(own).map(([name, value]) => [name, complete<unknown>(value)])
  return { ...base, ...Object.fromEntries(fields) } as T
}

export const requestExamples = complete(file.requests)

export const responseExamples = complete(file.responses)

export const errorExamples = complete(file.errors)

export const eventExamples = complete(file.events)
