import { load } from './load.ts'
import { median, type Figure } from './report.ts'

const ROUNDS = 15

type Measured = { what: string; requests: string[] }

/** How many of some requests a second beside others, asked in turn, so that a slow moment of the machine slows both. */
export async function beside(
  { what, requests }: Measured,
  other: Measured,
  { port, connections, atLeast }: { port: number; connections: number; atLeast: number },
): Promise<Figure> {
  const measure = async (sent: string[]) =>
    (await load({ connections, seconds: 1, expect: 200, port, requests: sent })).perSecond
  await measure(other.requests)
  await measure(requests)
  const rounds: { ours: number; others: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    // They alternate in going first.
    const first = await measure(i % 2 === 0 ? other.requests : requests)
    const second = await measure(i % 2 === 0 ? requests : other.requests)
    rounds.push(i % 2 === 0 ? { others: first, ours: second } : { ours: first, others: second })
  }
  return {
    name: `${what} a second`,
    value: median(rounds.map(({ ours }) => ours)).toFixed(0),
    limit: `${median(rounds.map(({ others }) => others)).toFixed(0)} ${other.what}`,
    ratio: median(rounds.map(({ ours, others }) => ours / others)),
    atLeast,
  }
}
