import { fork } from 'node:child_process'
import { once } from 'node:events'
import { load, type Load } from './load.ts'
import { median, print } from './report.ts'

const ROUNDS = 11

type Options = {
  title: string
  port: number
  requests: string[]
  connections: number
  /** of one answer */
  bytes: number
  /** The share of the bare server's pages that is aimed at. */
  atLeast: number
}

/** Asks the service in turn with a bare node:http server that sends as many bytes, and prints how they compare. */
export async function compareWithBaseline({ title, port, requests, connections, bytes, atLeast }: Options) {
  const loadOptions = { connections, seconds: 1, expect: 200 }
  const bare = fork(new URL('baseline-server.ts', import.meta.url), [String(bytes)])
  const [baselinePort] = (await once(bare, 'message')) as [number]
  await load({ ...loadOptions, port, requests })

  const rounds: { ours: Load; theirs: Load; ratio: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const ours = await load({ ...loadOptions, port, requests })
    const theirs = await load({ ...loadOptions, port: baselinePort, requests })
    rounds.push({ ours, theirs, ratio: ours.perSecond / theirs.perSecond })
  }
  bare.kill()
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))

  print(`${title}, ${connections} connections`, [
    {
      name: 'pages a second',
      value: of(({ ours }) => ours.perSecond).toFixed(0),
      limit: `${of(({ theirs }) => theirs.perSecond).toFixed(0)} of a bare node:http server`,
      ratio: of(({ ratio }) => ratio),
      atLeast,
    },
    {
      name: 'p50 / p99 under that load, ms',
      value: `${of(({ ours }) => ours.p50).toFixed(2)} / ${of(({ ours }) => ours.p99).toFixed(2)}`,
      limit: `${of(({ theirs }) => theirs.p50).toFixed(2)} / ${of(({ theirs }) => theirs.p99).toFixed(2)}`,
    },
  ])
}
