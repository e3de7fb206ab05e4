import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

type Labels = Record<string, string>
type Named = { name: string }
type Container = { ports?: { name: string }[]; volumeMounts?: Named[]; [probe: `${string}Probe`]: Probe }
type Probe = { httpGet: { port: string } }

/** The fields of an object that the checks need. */
type KubernetesObject = {
  apiVersion: string
  kind: string
  metadata: Named
  spec?: {
    selector?: { matchLabels?: Labels }
    template?: {
      metadata: { labels: Labels }
      spec: { containers: Container[]; volumes?: Named[] }
    }
    ports?: { targetPort: string }[]
    scaleTargetRef?: { kind: string; name: string }
  }
}

export function kubernetesObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS() as KubernetesObject
  })
}

const FOLDER = '.cache/kubernetes'

/** The type errors of objects against types generated from Kubernetes' OpenAPI document; unknown fields are errors too. */
export function typeErrors(objects: KubernetesObject[]): string {
  const lines = objects.map((object, n) => {
    const path = object.apiVersion.includes('/') ? object.apiVersion : `core/${object.apiVersion}`
    const imported = `import type { ${object.kind} as Kind${n} } from 'kubernetes-types/${path}.d.ts'`
    return `${imported}\nexport const object${n}: Kind${n} = ${JSON.stringify(object, null, 2)}\n`
  })
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'objects.ts'), lines.join('\n'))
  writeFileSync(
    join(FOLDER, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { module: 'nodenext', noEmit: true, strict: true, skipLibCheck: true, types: [] },
      files: ['objects.ts'],
    }),
  )
  return spawnSync('node_modules/.bin/tsc', ['--project', FOLDER], { encoding: 'utf8' }).stdout
}

/** The names of pods, ports, volumes and targets that objects refer to and no object defines. */
export function danglingNames(objects: KubernetesObject[]): string[] {
  const workloads = objects.filter(({ spec }) => spec?.template)
  return objects.flatMap((object) =>
    [
      ...namesOutside(object, workloads),
      ...(object.spec?.template?.spec.containers ?? []).flatMap((container) =>
        namesInside(object, container),
      ),
    ].map((name) => `${object.kind} ${object.metadata.name}: ${name}`),
  )
}

function namesOutside({ kind, spec = {} }: KubernetesObject, workloads: KubernetesObject[]): string[] {
  const labels = spec.selector?.matchLabels ?? spec.selector
  const pods = workloads.filter(({ spec }) => labels && hasAll(spec!.template!.metadata.labels, labels))
  const ports = new Set(pods.flatMap(({ spec }) => spec!.template!.spec.containers.flatMap(portsOf)))
  const asked = kind === 'Service' ? spec.ports!.map(({ targetPort }) => targetPort) : []
  const target = spec.scaleTargetRef?.name
  return [
    ...(labels && pods.length === 0 ? ['its pods'] : []),
    ...asked.filter((port) => !ports.has(port)),
    ...(target && !workloads.some(({ metadata }) => metadata.name === target) ? [target] : []),
  ]
}

function namesInside({ spec }: KubernetesObject, container: Container): string[] {
  const volumes = new Set(spec!.template!.spec.volumes?.map(({ name }) => name))
  const ports = new Set(portsOf(container))
  const probes = Object.entries(container).filter(([name]) => name.endsWith('Probe')) as [string, Probe][]
  return [
    ...(container.volumeMounts ?? []).map(({ name }) => name).filter((name) => !volumes.has(name)),
    ...probes.map(([, probe]) => probe.httpGet.port).filter((port) => !ports.has(port)),
  ]
}

const portsOf = ({ ports = [] }: Container) => ports.map(({ name }) => name)

const hasAll = (labels: Labels, wanted: object) =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value)
