import type * as Prometheus from 'prom-client'
import { withTimeout } from '../process/with-timeout.ts'
import { counters, gauges, histograms } from './definitions.ts'

type Definition = { name: string; help: string; labelNames: readonly string[] }
type Labels<D extends Definition> = Record<D['labelNames'][number], string | number>
type Sample = { labels?: Record<string, string>; value: number }

type Instruments = {
  Gauge: typeof Prometheus.Gauge
  registry: Prometheus.Registry
  counters: Record<keyof typeof counters, Prometheus.Counter>
  histograms: Record<keyof typeof histograms, Prometheus.Histogram>
}

/** The registry of the process; null while metrics are off: each call below is then one comparison. */
let instruments: Instruments | null = null

const READ_TIMEOUT = 1_000

/** Starts collecting, Node's own metrics too. The library is loaded here, on first use. */
export async function enableMetrics(): Promise<void> {
  if (instruments) return
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await prometheus()
  const registry = new Registry()
  const made = <K extends string, I>(definitions: Record<K, Definition>, make: (d: Definition) => I) =>
    Object.fromEntries(Object.entries<Definition>(definitions).map(([key, d]) => [key, make(d)])) as Record<
      K,
      I
    >
  const options = (definition: Definition) => ({
    ...definition,
    labelNames: [...definition.labelNames],
    registers: [registry],
  })
  instruments = {
    Gauge,
    registry,
    counters: made(counters, (definition) => new Counter(options(definition))),
    histograms: made(histograms, (definition) => new Histogram(options(definition))),
  }
  collectDefaultMetrics({ register: registry })
}

const prometheus = () => import('prom-client')

export const metricsAreOn = (): boolean => instruments !== null

export function count<K extends keyof typeof counters>(
  key: K,
  labels: Labels<(typeof counters)[K]>,
  times = 1,
): void {
  if (instruments && times > 0) instruments.counters[key].inc(labels, times)
}

export function observe<K extends keyof typeof histograms>(
  key: K,
  labels: Labels<(typeof histograms)[K]>,
  ms: number,
): void {
  if (instruments) instruments.histograms[key].observe(labels, ms / 1000)
}

/** Registers a gauge that is read at each scrape, and left out of it where reading fails or takes over a second. */
export function registerGauge(key: keyof typeof gauges, read: () => Sample[] | Promise<Sample[]>): void {
  if (!instruments) return
  const { Gauge, registry } = instruments
  const { name, help, labelNames } = gauges[key]
  registry.removeSingleMetric(name)
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const samples = await readWithTimeout()
      gauge.reset()
      if (labelNames.length === 0) gauge.remove({}) // where nothing could be read, a 0 would be wrong
      for (const { labels = {}, value } of samples) gauge.set(labels, value)
    },
  })

  async function readWithTimeout(): Promise<Sample[]> {
    try {
      return await withTimeout(Promise.resolve(read()), READ_TIMEOUT, () => new Error('Too late'))
    } catch {
      return []
    }
  }
}

export type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>

export const takeSnapshot = () => instruments!.registry.getMetricsAsJSON()

export const merge = async (snapshots: Snapshot[]): Promise<Snapshot> =>
  (await aggregate(snapshots)).getMetricsAsJSON()

export const render = async (snapshots: Snapshot[]): Promise<string> => (await aggregate(snapshots)).metrics()

const aggregate = async (snapshots: Snapshot[]) =>
  (await prometheus()).AggregatorRegistry.aggregate<Prometheus.PrometheusContentType>(snapshots)
