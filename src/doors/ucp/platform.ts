import { LRUCache } from 'lru-cache'
import { Type, type Static } from 'typebox'
import { ApiError } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { createHttpClient, NoReply, type Reply } from '../../core/outgoing/outgoing.ts'
import { allCapabilities, VERSION, type Capability } from './operation.ts'

/** Platforms that are kept, and as many whose profile was no use. */
const KEPT = 500
/** Seconds for which a profile is kept: the bounds of its `max-age`. Failures are kept for the least. */
const CACHE_SECONDS = { min: 60, max: 86_400 }
/** Profiles nobody has named before that are fetched in a minute, of all and of one client's address. */
const NEW_PER_MINUTE = { all: 60, client: 20 }
const MAX_URL_LENGTH = 500
const CLIENT = { timeout: 3_000, maxBytes: 256 * 1024 }

const Version = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Registry = Type.Optional(Type.Record(Type.String(), Type.Array(Type.Object({ version: Version }))))
const Profile = Type.Object({
  ucp: Type.Object({
    version: Version,
    capabilities: Registry,
    services: Registry,
    payment_handlers: Registry,
  }),
})
const validate = compileValidator(Profile, 'body')

/** What a platform has in common with us. @param client the caller's address */
export type FindPlatform = (url: string, client: string) => Promise<Set<Capability>>

type Platform = { common: Set<Capability>; freshUntil: number }

/**
 * What the platform at an address has in common with us, by its profile there. The footprint is fixed: those that nobody named before
 * never displace known ones that are in use, nor keep these from being read again. @throws 400, 422, 424, 503
 */
export function platforms(app: App): FindPlatform {
  const { allowPrivateDestinations } = app.config
  const httpClient = createHttpClient({ publicOnly: !allowPrivateDestinations, ...CLIENT })
  app.addHook('onClose', async () => httpClient.close())
  const known = new LRUCache<string, Platform>({ max: KEPT })
  const failures = new LRUCache<string, ApiError>({ max: KEPT, ttl: CACHE_SECONDS.min * 1000 })
  const underWay = new Map<string, Promise<Platform>>()
  const admit = newPerMinute()

  return async function findPlatform(url: string, client: string): Promise<Set<Capability>> {
    if (!isProfileUrl(url, allowPrivateDestinations)) throw invalidUrl()
    const platform = known.get(url)
    if (platform && platform.freshUntil > Date.now()) return platform.common
    const failure = failures.get(url)
    if (failure) throw failure
    const reading = underWay.get(url) ?? start(url, client, platform !== undefined)
    return (await reading).common
  }

  function start(url: string, client: string, isKnown: boolean): Promise<Platform> {
    if (!isKnown) admit(client)
    const reading = read(url).finally(() => underWay.delete(url))
    underWay.set(url, reading)
    return reading
  }

  async function read(url: string): Promise<Platform> {
    try {
      const platform = platformIn(await httpClient.get({ url, headers: { accept: 'application/json' } }))
      known.set(url, platform)
      return platform
    } catch (error) {
      const failure = error instanceof NoReply ? unreachable(error) : (error as ApiError)
      failures.set(url, failure)
      throw failure
    }
  }
}

/** Counts the new ones of a minute. @throws 503 past a bound */
function newPerMinute() {
  let [since, count] = [-Infinity, 0]
  let ofClient = new Map<string, number>()
  return function admit(client: string): void {
    if (performance.now() - since > 60_000) [since, count, ofClient] = [performance.now(), 0, new Map()]
    const own = ofClient.get(client) ?? 0
    if (count >= NEW_PER_MINUTE.all || own >= NEW_PER_MINUTE.client)
      throw tooManyNew(Math.ceil((since + 60_000 - performance.now()) / 1000))
    count++
    ofClient.set(client, own + 1)
  }
}

function isProfileUrl(text: string, allowHttp: boolean): boolean {
  const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null
  const isWeb = url?.protocol === 'https:' || (allowHttp && url?.protocol === 'http:')
  return isWeb && url.username === '' && url.password === ''
}

function platformIn({ status, headers, body }: Reply): Platform {
  if (status < 200 || status > 299)
    throw new ApiError(424, { error: `El perfil respondió ${status}`, code: 'profile_unreachable' })
  const { version, capabilities = {} } = profileIn(body).ucp
  if (version !== VERSION)
    throw new ApiError(422, { error: `Esta tienda habla la versión ${VERSION}`, code: 'version_unsupported' })
  const common = [...allCapabilities].filter((name) =>
    capabilities[name]?.some((one) => one.version === VERSION),
  )
  const [, age] = /\bmax-age=(\d{1,9})/.exec(String(headers['cache-control'] ?? '')) ?? []
  const seconds = Math.min(Math.max(Number(age ?? 0), CACHE_SECONDS.min), CACHE_SECONDS.max)
  return { common: new Set(common), freshUntil: Date.now() + seconds * 1000 }
}

function profileIn(body: string): Static<typeof Profile> {
  const malformed = (why: string) =>
    new ApiError(422, { error: `El perfil ${why}`, code: 'profile_malformed' })
  let profile: unknown
  try {
    profile = JSON.parse(body)
  } catch {
    throw malformed('no es JSON')
  }
  const { error } = validate(profile)
  if (error) throw malformed(`no es como dice el protocolo: ${error.body.error}`)
  return profile as Static<typeof Profile>
}

/** A name that leads to no public address is said as one that leads nowhere, so that nobody learns which private ones there are. */
const unreachable = ({ why }: NoReply) =>
  why === 'unknown_host' || why === 'forbidden'
    ? invalidUrl()
    : new ApiError(424, { error: `El perfil no responde (${why})`, code: 'profile_unreachable' })

export const invalidUrl = () =>
  new ApiError(400, {
    error: 'UCP-Agent debe llevar profile="https://…", la dirección pública del perfil de tu plataforma',
    code: 'invalid_profile_url',
  })

const tooManyNew = (seconds: number) =>
  new ApiError(
    503,
    { error: 'Ahora hay demasiadas plataformas nuevas', code: 'service_unavailable' },
    { 'retry-after': String(Math.max(1, seconds)) },
  )
