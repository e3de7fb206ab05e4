import type { QueueBounds } from './fair-queue.ts'
import type { MemoryBounds } from './memory-budget.ts'

const KiB = 1024
const MiB = 1024 * KiB

/** `slow`: ms; a failure that comes sooner hardly holds a place. `pause`: ms, shorter than the waits before retries. */
export type PauseBounds = { slow: number; pause: number }

type Declared<Bounds> = Bounds & { what: string; owner: string; why: string }

/** Of a process, where nothing else is set. */
export const CONNECTIONS = 20

const WAITING = { waiting: 5_000, waitingPerOwner: 300 }

/** Of the pool's connections a sixth belongs to no queue: the check of keys, the outbox. */
export const databaseQueues = (connections: number) =>
  ({
    writes: {
      what: 'transactions', owner: 'store', ...WAITING,
      running: Math.ceil(connections / 2), runningPerOwner: Math.ceil(connections / 6),
      why: "a store whose writes wait for each other's locks takes every connection",
    },
    reads: {
      what: 'reads', owner: 'store', ...WAITING,
      running: Math.ceil(connections / 3), runningPerOwner: Math.ceil(connections / 8),
      why: 'slow reads of one store take the connections of the others',
    },
  }) satisfies Record<string, Declared<QueueBounds>> // prettier-ignore

/** Places in each process, and who waits for them. `docs/fairness.md` is made from these tables. */
// prettier-ignore
export const queues = {
  searches: { what: 'searches of products', owner: 'store', running: 4, runningPerOwner: 3, waiting: 160, waitingPerOwner: 40,
    why: 'a search costs more than a page: many at once leave the database no time for the rest' },
  searchesOfClient: { what: 'searches of one client in a shop', owner: 'store and client',
    running: Infinity, runningPerOwner: 1, waiting: 1_000, waitingPerOwner: 40,
    why: "a client with many connections holds the shop's places, and keeps its shoppers waiting" },
  pagesOfClient: { what: 'pages of one client in a shop', owner: 'store and client',
    running: Infinity, runningPerOwner: 2, waiting: 1_000, waitingPerOwner: 40,
    why: 'a client with many connections keeps other shoppers waiting' },
  assistantsOfClient: { what: 'requests of one assistant in a shop', owner: 'store and client',
    running: Infinity, runningPerOwner: 2, waiting: 1_000, waitingPerOwner: 40,
    why: "a client with many connections keeps the shop's other callers waiting" },
  texts: { what: 'feeds and site maps', owner: 'store', running: 2, runningPerOwner: 1, waiting: 200, waitingPerOwner: 8,
    why: 'each reads up to 10,000 products while pages wait' },
  unzips: { what: 'texts that are decompressed for a client', owner: 'client address',
    running: 128, runningPerOwner: 4, waiting: 1_000, waitingPerOwner: 50,
    why: "each holds zlib's window and what is ahead of the client, 256 KiB" },
  passwords: { what: 'hashes of passwords', owner: 'process', running: 2, runningPerOwner: 2, waiting: 100, waitingPerOwner: 100,
    why: 'each takes 19 MiB and a core' },
  domainChecks: { what: 'checks of domains', owner: 'store', running: 8, runningPerOwner: 1, waiting: 100, waitingPerOwner: 2,
    why: 'they wait for servers that others run' },
  clientDocuments: { what: 'metadata of assistants', owner: 'client address',
    running: 16, runningPerOwner: 4, runningSmall: 8, waiting: 100, waitingPerOwner: 16,
    why: 'they wait for servers that others run' },
  conversions: { what: 'pictures that are decoded and encoded', owner: 'account',
    running: 2, runningPerOwner: 1, runningSmall: 1, waiting: 256, waitingPerOwner: 64,
    why: 'two accounts with slow pictures delay the photos of every shop' },
  pictureSizes: { what: 'sizes of pictures made ahead', owner: 'account',
    running: 1, runningPerOwner: 1, waiting: 5_000, waitingPerOwner: 500,
    why: 'the sizes that a browser waits for come last; what is beyond is made when it is asked for' },
  downloads: { what: 'pictures of other sites', owner: 'account',
    running: 24, runningPerOwner: 4, runningSmall: 8, waiting: 256, waitingPerOwner: 64,
    why: 'each is a file on disk, or a stored picture in memory, until it is converted' },
  photos: { what: 'uploads of photos, of at most 15 MiB', owner: 'account',
    running: 48, runningPerOwner: 8, waiting: 128, waitingPerOwner: 32,
    why: 'slow uploads of some accounts fill the disk and the connections' },
  receipts: { what: 'uploads of receipts, of at most 15 MiB', owner: 'client address',
    running: 32, runningPerOwner: 4, waiting: 64, waitingPerOwner: 8,
    why: 'anybody who has an order may send them' },
  forms: { what: 'forms of the panel with files', owner: 'account',
    running: 48, runningPerOwner: 8, runningSmall: 16, waiting: 128, waitingPerOwner: 16,
    why: "some accounts' slow ones keep out the others': their files stay on disk until the reply" },
  importFiles: { what: 'uploads of files to import', owner: 'account',
    running: 8, runningPerOwner: 2, waiting: 32, waitingPerOwner: 4,
    why: 'each is a file of up to 15 MiB' },
  imports: { what: 'imports that are stored', owner: 'account', running: 2, runningPerOwner: 1, waiting: 32, waitingPerOwner: 4,
    why: 'each may hold a file in memory' },
  importRows: { what: 'pages of the rows of an import', owner: 'account',
    running: 1, runningPerOwner: 1, waiting: 1_000, waitingPerOwner: 1_000,
    why: 'a page may have tens of megabytes: a hundred products with a hundred variants, before and after' },
  pushes: { what: 'notices to devices', owner: 'account',
    running: 200, runningPerOwner: 20, runningSmall: 100, waiting: 800, waitingPerOwner: 40,
    why: 'devices that hang hold every place' },
} satisfies Record<string, Declared<QueueBounds>>

/** Bytes in each process. */
// prettier-ignore
export const memoryBudgets = {
  unreadBodies: { what: 'responses that are not read yet', owner: 'account',
    total: 256 * MiB, perOwner: 64 * MiB, alwaysPerOwner: 4 * MiB,
    why: 'a few slow clients with large bodies end the process; one of the largest, a page of an import, has some 50 MB' },
} satisfies Record<string, Declared<MemoryBounds>>

/** Hosts that an owner's requests do not reach for `pause` ms after three failures in a row that took `slow` ms each. */
// prettier-ignore
export const pauses = {
  pictures: { what: 'hosts of pictures', owner: 'account', slow: 1_000, pause: 30_000,
    why: 'each picture of a dead host holds a place for 15 seconds' },
  pushes: { what: 'push services', owner: 'account', slow: 1_000, pause: 30_000,
    why: 'each notice to a dead host holds a place for 15 seconds' },
  paymentPages: { what: 'providers of payments', owner: 'process', slow: 750, pause: 30_000,
    why: 'each shopper waits 1.5 seconds for a page that does not come' },
} satisfies Record<string, Declared<PauseBounds>>

export function fairnessTables(): string[] {
  const places = Object.values<Declared<QueueBounds>>({ ...databaseQueues(CONNECTIONS), ...queues }).map((one) => [
    one.what, one.owner, one.running === Infinity ? '' : one.running, one.runningPerOwner, one.runningSmall ?? '', one.waiting,
    one.waitingPerOwner, one.why,
  ]) // prettier-ignore
  const bytes = Object.values<Declared<MemoryBounds>>(memoryBudgets).map((one) => [
    one.what, one.owner, one.total / MiB, one.perOwner / MiB, (one.alwaysPerOwner ?? 0) / MiB, one.why,
  ]) // prettier-ignore
  const hosts = Object.values(pauses).map((one) => [one.what, one.owner, one.slow, one.pause, one.why])
  return [
    tableOf(
      ['Places', 'In turns of', 'At once', 'Of one', 'Only short ones', 'Waiting', 'Of one', 'Without it'],
      places,
    ),
    tableOf(['MiB', 'Of each', 'In all', 'Of one', 'Always', 'Without it'], bytes),
    tableOf(['Hosts', 'Of each', 'ms of a failure', 'ms of the pause', 'Without it'], hosts),
  ]
}

const tableOf = (heads: string[], rows: (string | number)[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
